-- Runs the plugin's health check.
local drive, step = ...

vim.cmd('edit ' .. step.chat)
drive.checked(0, step.findings)
vim.cmd('checkhealth edit_lsp')
drive.seen.health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
vim.cmd('bdelete')
