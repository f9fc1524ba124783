-- The server for vim.lsp.config, in Neovim 0.11 and later:
--
--   vim.lsp.enable('edit_lsp')
--
-- This file works without the rest of the plugin, but then the server sees only file buffers,
-- not chat windows without a file.
return {
  cmd = { 'edit-lsp' },
  -- Without filetypes, the server gets all files, so that unsaved text of targets counts. It
  -- looks for edit blocks only in chats.
  root_dir = function(buf, on_dir) on_dir(vim.fs.root(buf, '.git') or vim.fn.getcwd()) end,
  get_language_id = function(_, filetype)
    -- The server's names for chat languages.
    local ids = { text = 'plaintext', ['copilot-chat'] = 'markdown', aichat = 'markdown', gpt = 'markdown' }
    return ids[filetype] or filetype
  end,
}
