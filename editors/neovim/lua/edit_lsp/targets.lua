-- Shows the edits of open chats in their targets: the server's lenses, above the lines that
-- would change.
local M = {}

local client = require('edit_lsp.client')
local space = vim.api.nvim_create_namespace('edit_lsp_targets')

-- foreign drops lenses about blocks of the buffer itself, which may be a chat too.
local function foreign(lines, own)
  for line, commands in pairs(lines) do
    local others = vim.tbl_filter(function(command) return command.arguments and command.arguments[1].uri ~= own end, commands)
    if #others == 0 then lines[line] = nil end
  end
  return lines
end

-- lenses gets the lenses of a buffer about blocks of chats, by 0-based line.
local function lenses(buf, done)
  local c = client.of(buf)
  if not c then return done({}) end
  local tick = vim.api.nvim_buf_get_changedtick(buf)
  local params = { textDocument = { uri = vim.uri_from_bufnr(buf) } }
  client.request(c, 'textDocument/codeLens', params, buf, function(err, list)
    -- The text has changed, and another answer follows.
    if err or not vim.api.nvim_buf_is_loaded(buf) or vim.api.nvim_buf_get_changedtick(buf) ~= tick then return end
    local lines = {}
    for _, lens in ipairs(type(list) == 'table' and list or {}) do
      local line = lens.range.start.line
      lines[line] = lines[line] or {}
      table.insert(lines[line], lens.command)
    end
    done(foreign(lines, params.textDocument.uri))
  end)
end

-- refresh updates the edits shown in a buffer.
function M.refresh(buf)
  lenses(buf, function(lines)
    vim.api.nvim_buf_clear_namespace(buf, space, 0, -1)
    for line, commands in pairs(lines) do
      local titles = vim.tbl_map(function(command) return command.title end, commands)
      local text = { { table.concat(titles, ' | '), 'EditLspTarget' } }
      -- Neovim can't show a virtual line above the first line.
      local mark = line == 0 and { virt_text = { { '  ' }, text[1] } } or { virt_lines = { text }, virt_lines_above = true }
      pcall(vim.api.nvim_buf_set_extmark, buf, space, line, 0, mark)
    end
    if next(lines) then require('edit_lsp.keys').target(buf) end
  end)
end

local waiting = false

-- refresh_all updates all buffers, once for several events.
function M.refresh_all()
  if waiting then return end
  waiting = true
  vim.schedule(function()
    waiting = false
    for _, buf in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_is_loaded(buf) then M.refresh(buf) end
    end
  end)
end

-- chats gets the buffers of the chats whose edits show in a buffer.
local function chats(buf, done)
  lenses(buf, function(lines)
    local list = {}
    for _, commands in pairs(lines) do
      for _, command in ipairs(commands) do
        -- Some lenses only say something.
        local chat = command.arguments and vim.uri_to_bufnr(command.arguments[1].uri)
        if chat and chat ~= buf and not vim.tbl_contains(list, chat) then table.insert(list, chat) end
      end
    end
    table.sort(list)
    done(list)
  end)
end

-- chat runs done with the chat that a command in a buffer means: itself, or the one whose edits show there.
-- If there are several, the user is asked.
function M.chat(buf, done)
  local say = require('edit_lsp.chat').say
  if not client.of(buf) then return say("this buffer isn't a chat; :EditLspAttach makes it one", vim.log.levels.WARN) end
  local own = require('edit_lsp').is_chat(buf)
  local function choose(list)
    if #list == 0 and not own then return say('no open chat has edits for this file', vim.log.levels.WARN) end
    if #list <= 1 then return done(list[1] or buf) end
    local function name(chat) return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(chat), ':.') end
    vim.ui.select(list, { prompt = 'Which chat?', format_item = name }, function(chat)
      if chat then done(chat) end
    end)
  end
  if not own then return chats(buf, choose) end
  require('edit_lsp.chat').status(buf, function(entries)
    if #entries > 0 then return done(buf) end
    chats(buf, choose) -- a target may look like a chat
  end)
end

-- writes is the command that applies one change of a code block.
local writes = { apply = 'writeFile' }

-- here runs done with a command's argument and name for the edit at the cursor, or shows a message if
-- there is none. What changes a code block has a name of its own.
function M.here(buf, command, missing, done)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  lenses(buf, function(lines)
    for _, found in ipairs(lines[line] or {}) do
      local name = found.command:gsub('^editLsp%.', '')
      if name == command or name == writes[command] then return done(found.arguments[1], name) end
    end
    require('edit_lsp.chat').say(missing, vim.log.levels.WARN)
  end)
end

return M
