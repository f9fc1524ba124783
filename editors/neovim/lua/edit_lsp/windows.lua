-- Shows targets in windows, as quickfix does: never in the window of a chat.
local M = {}

-- side reports whether a window belongs to what it shows: a chat, a list, a preview or a float.
local function side(win)
  local buf = vim.api.nvim_win_get_buf(win)
  local fixed = vim.fn.exists('&winfixbuf') == 1 and vim.wo[win].winfixbuf
  local floats = vim.api.nvim_win_get_config(win).relative ~= ''
  local pasted = vim.startswith(vim.api.nvim_buf_get_name(buf), 'untitled://')
  return fixed or floats or pasted or vim.wo[win].previewwindow or vim.bo[buf].buftype ~= ''
end

-- usable returns the window to show a buffer in: one that has it, else the last used one with an ordinary
-- buffer, if possible no chat.
local function usable(buf)
  local here, last = vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr('#'))
  local list = vim.list_extend({ here, last }, vim.api.nvim_tabpage_list_wins(0))
  local chats = {}
  for _, win in ipairs(list) do
    if win ~= 0 and vim.api.nvim_win_get_buf(win) == buf then return win end
  end
  for _, win in ipairs(list) do
    if win ~= 0 and not side(win) then
      if not require('edit_lsp').is_chat(vim.api.nvim_win_get_buf(win)) then return win end
      table.insert(chats, win)
    end
  end
  return chats[1]
end

-- split opens a window beside the one of a chat, without the options that tie a window to its buffer.
local function split()
  vim.cmd('topleft vertical new')
  local win = vim.api.nvim_get_current_win()
  for _, option in ipairs({ 'winfixbuf', 'winfixwidth', 'winfixheight' }) do
    if vim.fn.exists('&' .. option) == 1 then vim.wo[win][option] = false end
  end
  vim.bo.bufhidden = 'wipe'
  return win
end

-- show shows a line, from 0, of a document and goes there. It returns whether it could.
function M.show(uri, line)
  local buf = vim.uri_to_bufnr(uri)
  vim.bo[buf].buflisted = true
  local win = usable(buf)
  local fine, why = pcall(function()
    if win then
      vim.api.nvim_set_current_win(win)
      vim.cmd("normal! m'")
    else
      win = split()
    end
    vim.api.nvim_win_set_buf(win, buf)
    vim.api.nvim_win_set_cursor(win, { math.min(line + 1, vim.api.nvim_buf_line_count(buf)), 0 })
    vim.cmd('normal! ^zv')
  end)
  if not fine then require('edit_lsp.chat').say(why:match('E%d+: [^\n]*') or why, vim.log.levels.ERROR) end
  return fine
end

-- shown handles the server's request to show a document.
function M.shown(_, params)
  return { success = M.show(params.uri, params.selection and params.selection.start.line or 0) }
end

-- definition goes to what the line of the chat at the cursor is about.
function M.definition(buf)
  local client = require('edit_lsp.client')
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local params = { textDocument = { uri = vim.uri_from_bufnr(buf) }, position = { line = line, character = 0 } }
  client.request(client.of(buf), 'textDocument/definition', params, buf, function(err, result)
    local place = type(result) == 'table' and result[1]
    if not place then return require('edit_lsp.chat').say(err or 'there is no place to go to', vim.log.levels.WARN) end
    M.show(place.uri, place.range.start.line)
  end)
end

return M
