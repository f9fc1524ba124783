-- Attaches the server to chats and their targets.
local M = {}

-- The settings, described at |edit-lsp-setup|.
M.options = {
  cmd = nil,
  root_dir = nil,
  settings = {},
  documents = { 'markdown', 'mdx', 'text', 'org', 'quarto' },
  chats = { 'codecompanion', 'Avante', 'copilot-chat', 'aichat', 'gpt' },
  code_lens = false,
  inlay_hints = true,
  decorations = true,
  keys = true,
  make_folders = true,
}

-- setup changes settings. Calling it is optional.
function M.setup(options)
  for name, value in pairs(options or {}) do
    if name ~= 'cmd' and name ~= 'root_dir' and M.options[name] == nil then
      local names = vim.list_extend(vim.tbl_keys(M.options), { 'cmd', 'root_dir' })
      table.sort(names)
      error(('edit_lsp.setup: unknown option %s; want one of %s'):format(name, table.concat(names, ', ')), 2)
    end
    M.options[name] = value
  end
end

-- is_chat reports whether a buffer is checked for edit blocks. Filetypes that help, previews
-- and hover windows also have count only in file buffers.
function M.is_chat(buf)
  local filetype, buftype = vim.bo[buf].filetype, vim.bo[buf].buftype
  if vim.b[buf].edit_lsp_chat or vim.tbl_contains(M.options.chats, filetype) then return true end
  return vim.tbl_contains(M.options.documents, filetype) and (buftype == '' or buftype == 'acwrite')
end

-- is_target reports whether a buffer is a file that an edit may change.
function M.is_target(buf)
  return vim.api.nvim_buf_is_loaded(buf) and vim.bo[buf].buftype == '' and vim.api.nvim_buf_get_name(buf) ~= ''
end

-- look attaches the server to a buffer with a new file or filetype. The first chat starts the
-- server.
function M.look(buf)
  local client = require('edit_lsp.client')
  if not vim.api.nvim_buf_is_valid(buf) or not vim.api.nvim_buf_is_loaded(buf) then return end
  if M.is_chat(buf) then
    require('edit_lsp.names').give(buf)
    require('edit_lsp.keys').chat(buf)
    require('edit_lsp.growth').watch(buf)
    if client.of(buf) or not client.start(buf) then return end
    for _, other in ipairs(vim.api.nvim_list_bufs()) do
      if other ~= buf and M.is_target(other) and not M.is_chat(other) then client.follow(other) end
    end
  elseif M.is_target(buf) then
    client.follow(buf)
  end
end

-- attach makes a buffer a chat. One that the server has already becomes a document of another language, whose code
-- blocks count also in a file.
function M.attach(buf)
  local names, known = require('edit_lsp.names'), require('edit_lsp.client').of(buf) and not vim.b[buf].edit_lsp_chat
  if known then names.leave(buf) end
  vim.b[buf].edit_lsp_chat = true
  if known then names.enter(buf) end
  M.look(buf)
end

return M
