-- Shows lenses and hints in chats if Neovim doesn't, and colours the lines that blocks change.
local M = {}

local client = require('edit_lsp.client')
local space = vim.api.nvim_create_namespace('edit_lsp_sections')
local quieted = {}

local function lenses(buf)
  if not vim.api.nvim_buf_is_loaded(buf) then return end
  if vim.fn.has('nvim-0.12') == 1 then
    vim.lsp.codelens.enable(true, { bufnr = buf })
  elseif vim.fn.has('nvim-0.10') == 1 then
    vim.lsp.codelens.refresh({ bufnr = buf })
  else
    -- Before 0.10, lenses look like text of the buffer.
    vim.cmd('highlight default link LspCodeLens Comment')
    vim.api.nvim_buf_call(buf, vim.lsp.codelens.refresh)
  end
end

-- hints makes Neovim request the hints again, since it keeps showing old ones.
local function hints(buf)
  if vim.fn.has('nvim-0.10') == 0 or not vim.lsp.inlay_hint.is_enabled({ bufnr = buf }) then return end
  vim.lsp.inlay_hint.enable(false, { bufnr = buf })
  vim.lsp.inlay_hint.enable(true, { bufnr = buf })
end

-- louder restricts a diagnostic option to severities above hint.
local function louder(option)
  if option == nil or option == true then option = {} end
  if type(option) ~= 'table' or option.severity then return nil end
  return vim.tbl_extend('force', option, { severity = { min = vim.diagnostic.severity.INFO } })
end

-- quiet removes the underlines and signs of our hints, since they need no action.
local function quiet()
  for id, found in pairs(vim.diagnostic.get_namespaces()) do
    if not quieted[id] and found.name:find('vim%.lsp%.edit_lsp%.') then
      quieted[id] = true
      local config = vim.diagnostic.config()
      vim.diagnostic.config({ underline = louder(config.underline), signs = louder(config.signs) }, id)
    end
  end
end

-- New lines keep the text's own colours, which have 125 to 127. Old lines don't: from Neovim 0.10 on,
-- DiffDelete is only a colour of text.
local priorities = { EditLspNew = 90, EditLspOld = 130, EditLspFaded = 200 }

local function mark(buf, first, last, group)
  local options = { end_row = last, hl_group = group, hl_eol = true, priority = priorities[group] }
  pcall(vim.api.nvim_buf_set_extmark, buf, space, first, 0, options)
end

-- lines returns the first line of a range and the one after its last.
local function lines(range)
  return range.start.line, range['end'].line + (range['end'].character > 0 and 1 or 0)
end

-- section returns the text of the parts of a block with a name, and the numbers of its lines. A
-- block of a patch can have several such parts.
local function section(buf, block, name)
  local text, numbers = '', {}
  for _, part in ipairs(block.children or {}) do
    if part.name == name then
      local first, last = lines(part.range)
      for i, line in ipairs(vim.api.nvim_buf_get_lines(buf, first, last, false)) do
        text = text .. line .. '\n'
        table.insert(numbers, first + i - 1)
      end
    end
  end
  return text, numbers
end

-- colour marks the lines that a block changes.
local function colour(buf, block)
  local old, old_lines = section(buf, block, 'old lines')
  local new, new_lines = section(buf, block, 'new lines')
  local diff = vim.text and vim.text.diff or vim.diff
  for _, hunk in ipairs(diff(old, new, { result_type = 'indices' })) do
    local from, removed, to, added = unpack(hunk)
    for i = from, from + removed - 1 do mark(buf, old_lines[i], old_lines[i] + 1, 'EditLspOld') end
    for i = to, to + added - 1 do mark(buf, new_lines[i], new_lines[i] + 1, 'EditLspNew') end
  end
end

-- decorate colours the blocks of a chat and fades finished ones.
local function decorate(buf)
  local c = client.of(buf)
  if not c or not require('edit_lsp').options.decorations then return end
  local tick = vim.api.nvim_buf_get_changedtick(buf)
  local params = { textDocument = { uri = vim.uri_from_bufnr(buf) } }
  client.request(c, 'textDocument/documentSymbol', params, buf, function(err, blocks)
    if err or not vim.api.nvim_buf_is_loaded(buf) or vim.api.nvim_buf_get_changedtick(buf) ~= tick then return end
    vim.api.nvim_buf_clear_namespace(buf, space, 0, -1)
    for _, block in ipairs(type(blocks) == 'table' and blocks or {}) do
      if block.detail:find('^applied') or block.detail == 'earlier turn' then
        local first, last = lines(block.range)
        mark(buf, first, last, 'EditLspFaded')
      else
        colour(buf, block)
      end
    end
  end)
end

-- highlights defines the highlight groups.
function M.highlights()
  local unnecessary = vim.fn.hlexists('DiagnosticUnnecessary') == 1 and 'DiagnosticUnnecessary' or 'Comment'
  for group, link in pairs({ EditLspOld = 'DiffDelete', EditLspNew = 'DiffAdd', EditLspFaded = unnecessary, EditLspTarget = 'Comment' }) do
    vim.cmd(('highlight default link %s %s'):format(group, link))
  end
end

local watched, waiting = {}, {}

-- edited updates a chat that has no diagnostics, whose next check may change none. It runs later than
-- Neovim sends the text.
local function edited(_, buf)
  if waiting[buf] then return end
  waiting[buf] = true
  vim.defer_fn(function()
    waiting[buf] = nil
    if vim.api.nvim_buf_is_loaded(buf) and #vim.diagnostic.get(buf) == 0 then M.changed(buf) end
  end, 200)
end

local function watch(buf)
  if watched[buf] then return end
  local function forget() watched[buf] = nil end
  watched[buf] = vim.api.nvim_buf_attach(buf, false, { on_lines = edited, on_reload = edited, on_detach = forget })
end

-- attached runs when a chat has got its client, changed when its diagnostics have changed, and
-- with them everything else.
function M.attached(buf)
  local options = require('edit_lsp').options
  if options.inlay_hints and vim.fn.has('nvim-0.10') == 1 then vim.lsp.inlay_hint.enable(true, { bufnr = buf }) end
  watch(buf)
  M.changed(buf)
end

function M.changed(buf)
  local c = client.of(buf)
  if not c or not c.initialized then return end -- a starting server doesn't know the chat yet
  client.tell(buf)
  quiet()
  hints(buf)
  decorate(buf)
  if require('edit_lsp').options.code_lens then lenses(buf) end
  require('edit_lsp.root').look(buf)
  require('edit_lsp.commands').follow(buf)
  require('edit_lsp.targets').refresh_all()
end

-- refreshed runs when the server asks for it: a file of a chat has changed.
function M.refreshed()
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) and require('edit_lsp').is_chat(buf) then M.changed(buf) end
  end
end

-- insert_left runs when insert mode has ended in a buffer.
function M.insert_left(left)
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if buf ~= left and vim.api.nvim_buf_is_loaded(buf) and require('edit_lsp').is_chat(buf) and client.of(buf) then vim.diagnostic.show(nil, buf) end
  end
end

return M
