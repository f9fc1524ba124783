-- The server for vim.lsp.config, which Neovim has since 0.11:
--
--   vim.lsp.enable('edit_lsp')
--
-- This file does not need the rest of the plugin. Without that, the server sees buffers
-- of files only, and not the chat windows that have none.
return {
  cmd = { 'edit-lsp' },
  -- No filetypes: the server follows all files, so that the text of a target that is not
  -- saved yet counts. It looks for edit blocks in chat documents only.
  root_dir = function(buf, on_dir) on_dir(vim.fs.root(buf, '.git') or vim.fn.getcwd()) end,
  get_language_id = function(_, filetype)
    -- By these names the server knows them as chat documents.
    local ids = { text = 'plaintext', ['copilot-chat'] = 'markdown', aichat = 'markdown', gpt = 'markdown' }
    return ids[filetype] or filetype
  end,
}
