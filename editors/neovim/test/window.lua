-- Tests a chat window without a file, as chat plugins create it.
local drive, step = ...

vim.o.hidden = true
vim.cmd('edit web/cart.ts')
local cart = vim.api.nvim_get_current_buf()
vim.api.nvim_buf_set_lines(cart, 0, 0, true, { '// typed, and not saved' })

vim.cmd('new')
local chat = vim.api.nvim_get_current_buf()
vim.bo[chat].filetype = step.filetype
vim.bo[chat].buftype = 'nofile'
vim.api.nvim_buf_set_name(chat, '[CodeCompanion] 3')
local lines = vim.fn.readfile(step.chat)
vim.api.nvim_buf_set_lines(chat, 0, -1, true, lines)
drive.checked(chat, step.findings)
drive.go(step.line)
vim.cmd('EditLspApply')
drive.noted('Applied 1 edit; not saved yet: web/cart.ts')
drive.equal('    sum += line.cents * line.count;', vim.api.nvim_buf_get_lines(cart, 10, 11, true)[1])

-- Help and preview windows have a filetype too, but aren't chats.
vim.cmd('new')
vim.bo.buftype, vim.bo.filetype = 'nofile', 'markdown'
local float = vim.api.nvim_get_current_buf()
vim.api.nvim_buf_set_lines(float, 0, -1, true, lines)
vim.wait(1)
drive.equal(nil, require('edit_lsp.client').of(float))
-- Unless the user attaches them. An applied block is one more diagnostic.
vim.cmd('EditLspAttach')
drive.checked(float, step.findings + 1)
vim.api.nvim_buf_call(cart, function() vim.cmd('write') end)
