-- Runs the user commands.
local drive, step = ...

vim.o.hidden = true
vim.cmd('edit ' .. step.chat)
local chat = vim.api.nvim_get_current_buf()
drive.checked(chat, step.findings)

-- Settings can be changed at any time. An unknown one is an error.
require('edit_lsp').setup({ code_lens = true })
require('edit_lsp.show').changed(chat)
drive.await('lenses', function()
  return #vim.lsp.codelens.get(vim.fn.has('nvim-0.12') == 1 and { bufnr = chat } or chat) > 0
end)
local fine, fault = pcall(require('edit_lsp').setup, { code_lense = true })
assert(not fine and fault:find('unknown option code_lense; want one of chats, cmd, code_lens', 1, true), fault)

vim.cmd('EditLspStatus')
drive.noted('10 blocks, 5 ready, 1 applied, 3 don\'t apply, 1 skipped, 1 problem')

-- Go from the top to the first block, to the first failing one, and back.
drive.go(1)
vim.cmd('EditLspNext')
drive.noted('block 1 of 10: ready web/cart.ts:9')
vim.cmd('EditLspNext!')
drive.noted('block 4 of 10: doesn\'t apply server/main.go:13 Edit location is ambiguous')
drive.equal(step.ambiguous - 1, vim.api.nvim_win_get_cursor(0)[1])

-- An ambiguous block asks for the place.
local before = drive.ticks(chat)
drive.choose('Apply at line 22, in func label(', function() vim.cmd('EditLspApply') end)
drive.await('the edit', function() return drive.ticks(chat) ~= before end)
drive.equal('\t\thttp.Error(w, "no such item", http.StatusNotFound)', vim.fn.getbufline('server/main.go', 23)[1])
vim.api.nvim_buf_call(vim.fn.bufnr('server/main.go'), function() vim.cmd('undo') end)

-- So does one that would take the first of several places.
vim.api.nvim_buf_set_lines(chat, -1, -1, true, {
  '', 'server/main.go', '<<<<<<< SEARCH', '\t\treturn', '=======', '\t\treturn // there is none', '>>>>>>> REPLACE',
})
drive.counts(chat, '11 blocks')
drive.go(vim.api.nvim_buf_line_count(chat) - 3)
before = drive.ticks(chat)
drive.choose('Apply at line 24, in func label(', function() vim.cmd('EditLspApply') end)
drive.await('the edit', function() return drive.ticks(chat) ~= before end)
drive.equal('\t\treturn // there is none', vim.fn.getbufline('server/main.go', 24)[1])
vim.api.nvim_buf_call(vim.fn.bufnr('server/main.go'), function() vim.cmd('undo') end)
vim.cmd('undo')
drive.counts(chat, '10 blocks')
drive.go(step.ambiguous - 1)

vim.cmd('EditLspPrev')
drive.noted('block 3 of 10: ready lib/money.rb:6')

-- The block's diff is in a window that q closes.
vim.cmd('EditLspPreview')
drive.await('the diff', function() return vim.bo.filetype == 'diff' end)
local diff = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
assert(diff:find('+      format("%d.%02d €", cents / 100, cents % 100)', 1, true), diff)
assert(not diff:find('cart.ts', 1, true), diff)
vim.cmd('normal q')
drive.equal(chat, vim.api.nvim_get_current_buf())
vim.cmd('EditLspPreview all')
drive.await('the diff of all', function() return vim.bo.filetype == 'diff' end)
diff = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
assert(diff:find('stock/report/totals.py', 1, true), diff)
vim.cmd('normal q')

vim.cmd('EditLspApply')
drive.noted('Applied 1 edit; not saved yet: lib/money.rb')

-- Revert it, and apply it again. Neovim sends other buffers after a moment; an applied block is
-- one more diagnostic.
drive.checked(chat, step.findings + 1)
vim.cmd('EditLspRevert')
drive.noted('Reverted 1 edit; not saved yet: lib/money.rb')
drive.equal('      format("%d.%02d", cents / 100, cents % 100)', vim.fn.getbufline('lib/money.rb', 7)[1])
drive.checked(chat, step.findings)
vim.cmd('EditLspRevert')
drive.noted('not applied: ')
drive.forget()
vim.cmd('EditLspApply')
drive.noted('Applied 1 edit; not saved yet: lib/money.rb')

vim.cmd('EditLspApplyFile! styles/page.css')
drive.noted('Applied 1 edit to styles/page.css; written: styles/page.css')
drive.equal({ 'stock/report/totals.py', 'stock/stock.py' }, vim.fn.getcompletion('EditLspApplyFile sto', 'cmdline'))

-- Blocks that can't simply be applied open the menu.
drive.go(step.good - 10)
local offered
vim.ui.select = function(list) offered = #list end
vim.cmd('EditLspApply')
drive.await('the menu', function() return offered end)
drive.go(1)
vim.cmd('EditLspApply')
drive.noted('there is no edit block or code block at the cursor')

-- The prompt is for the failed block at the cursor, or for all. With !, it is inserted into the
-- chat.
local function copied()
  drive.noted('copied the prompt')
  drive.forget()
  return vim.fn.getreg('"')
end
drive.go(step.good - 10)
vim.cmd('EditLspRetryPrompt')
local prompt = copied()
assert(prompt:find('stock/stock.py', 1, true) and not prompt:find('server/main.go', 1, true), prompt)
vim.cmd('EditLspRetryPrompt all')
prompt = copied()
assert(prompt:find('stock/stock.py', 1, true) and prompt:find('server/main.go', 1, true), prompt)
local lines = vim.api.nvim_buf_line_count(chat)
vim.cmd('EditLspRetryPrompt! all')
drive.noted('added the prompt to the end of the chat')
drive.equal('## User\n\n' .. prompt, table.concat(vim.api.nvim_buf_get_lines(chat, lines + 1, -1, true), '\n') .. '\n')
vim.cmd('undo')
drive.equal(lines, vim.api.nvim_buf_line_count(chat))

-- A file that isn't in the chat's context.
vim.api.nvim_buf_set_lines(chat, 0, 0, true, { '---', 'context_files: [web/cart.ts]', '---' })
vim.fn.search('^server/main.go$', 'w')
vim.cmd('EditLspAddToContext')
drive.noted('server/main.go is in the context')
drive.equal('context_files: [web/cart.ts, server/main.go]', vim.api.nvim_buf_get_lines(chat, 1, 2, true)[1])
vim.cmd('EditLspAddToContext web/cart.ts')
drive.noted('no block changes this file from outside the context')
vim.api.nvim_buf_set_lines(chat, 0, 3, true, {})

vim.cmd('EditLspBlocks')
drive.await('the list', function() return vim.bo.buftype == 'quickfix' end)
drive.equal(11, #vim.fn.getloclist(0))
local missing = vim.tbl_filter(function(item) return item.text:find('web/checkout.ts', 1, true) end, vim.fn.getloclist(0))
drive.equal("doesn't apply web/checkout.ts File not found", missing[1].text)
-- The list follows the chat.
local more = { 'web/cart.ts', '««« EDIT', 'no such line', '═══════ REPL', 'x', '»»» EDIT END' }
vim.api.nvim_buf_set_lines(chat, 0, 0, true, more)
drive.await('the list to follow', function() return #vim.fn.getloclist(0) == 12 end)
vim.api.nvim_buf_set_lines(chat, 0, #more, true, {})
vim.cmd('lclose')

vim.api.nvim_set_current_buf(chat)
vim.cmd('EditLspRestart')
drive.noted('restarted')
vim.diagnostic.reset(nil, chat)
drive.await('diagnostics of the new server', function() return #vim.diagnostic.get(chat) > 0 end)
drive.equal('edit-lsp: restarted', drive.seen.notes[#drive.seen.notes])
vim.cmd('EditLspApplyAll!')
drive.noted('Applied 3 edits to 3 files; left out: ')
drive.noted('; written: server/main.go, stock/report/totals.py, web/cart.ts')
vim.cmd('wall')
