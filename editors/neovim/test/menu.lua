-- Chooses a place in the menu of code actions, which Neovim applies, and then applies all and writes.
local drive, step = ...

vim.o.hidden = true
vim.cmd('edit ' .. step.chat)
local chat = vim.api.nvim_get_current_buf()
drive.checked(chat, step.findings)
drive.go(step.ambiguous)
local before = drive.ticks(chat)
drive.choose('Apply at line 22, in func label(')
drive.await('the edit', function() return drive.ticks(chat) ~= before end)
drive.checked(chat, step.findings)
vim.cmd('EditLspApplyAll!')
drive.noted('written: lib/money.rb, server/main.go, stock/report/totals.py, styles/page.css, web/cart.ts')
drive.equal('\t\thttp.Error(w, "no such item", http.StatusNotFound)', vim.fn.readfile('server/main.go')[23])
