-- What a user of Neovim before 0.8 has in the configuration, since no `:write` there
-- makes folders: new files go into missing ones.
vim.cmd([[
  augroup edit_lsp_folders
    autocmd!
    autocmd BufWritePre * call mkdir(expand('<afile>:p:h'), 'p')
  augroup END
]])
