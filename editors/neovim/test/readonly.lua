-- A file that can't be written is named with the reason, and the others are written.
local drive, step = ...

vim.o.hidden = true
vim.cmd('edit server/main.go')
vim.bo.readonly = true
vim.cmd('normal! ix')
vim.cmd('undo')
vim.cmd('messages clear') -- Neovim has warned that the file is read-only
vim.cmd('edit ' .. step.chat)
drive.checked(vim.api.nvim_get_current_buf(), step.findings)
vim.cmd('EditLspApplyAll!')
local note = drive.noted('written: lib/money.rb, stock/report/totals.py, styles/page.css, web/cart.ts; not saved yet: ')
assert(note:find('not saved yet: server/main.go (E45: ', 1, true), note)
