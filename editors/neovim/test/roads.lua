-- Walks the ways to a chat that isn't a file: pasted text, the clipboard, and windows of chat plugins.
local drive, step = ...

vim.o.hidden = true
local sample = vim.fn.readfile(step.chat)

-- answer is the part of the sample with one block, which is ready.
local answer = vim.list_slice(sample, 9, 23)

local function current() return vim.api.nvim_get_current_buf() end

local function name(buf) return vim.api.nvim_buf_get_name(buf or 0) end

-- fresh leaves no window, buffer and edit for the next part.
local function fresh()
  vim.cmd('silent! only | silent! %bwipeout!')
  drive.forget()
end

-- Other pasted text is no chat, and starts no server.
vim.fn.setreg('"', { 'one', 'two', 'three', 'four' }, 'l')
vim.cmd('normal! p')
vim.cmd('doautocmd TextChanged')
vim.wait(1)

-- An answer that is pasted into a buffer without a name is a chat by itself.
vim.fn.setreg('"', answer, 'l')
vim.cmd('normal! ggp')
vim.cmd('doautocmd TextChanged')
drive.await('the chat', function() return vim.b.edit_lsp_chat end)
local pasted = current()
drive.counts(pasted, '1 block, 1 ready')
vim.api.nvim_buf_set_lines(pasted, 0, 0, true, { '', 'lib/money.rb', '««« EDIT', 'no such line', '═══════ REPL', 'x', '»»» EDIT END' })
drive.checked(pasted, 1)
-- It gets its file's name, and goes on.
local level, notify = nil, vim.notify
vim.notify = function(text, of) level = of notify(text) end
vim.cmd('silent! write')
vim.notify = notify
drive.equal(vim.log.levels.WARN, level) -- after an error in an autocommand, as of :wall, Neovim waits for a key
drive.noted('this chat has no file yet; write it with :write NAME')
vim.cmd('silent write answer.md')
drive.await('the name', function() return name():find('answer%.md$') end)
drive.equal(false, vim.bo.modified)
drive.counts(pasted, "2 blocks, 1 ready, 1 doesn't apply")
vim.fn.delete('answer.md')
fresh()

-- The clipboard's answer opens beside the code, and nothing is written.
vim.cmd('edit web/cart.ts')
local code = vim.api.nvim_get_current_win()
vim.fn.setreg('"', {}, 'l')
vim.cmd('EditLspPaste')
drive.noted('there is no text on the clipboard')
vim.fn.setreg('"', answer, 'l')
vim.cmd('EditLspPaste')
drive.counts(current(), '1 block, 1 ready')
drive.equal('web/cart.ts', vim.fn.fnamemodify(name(vim.api.nvim_win_get_buf(code)), ':.'))
drive.equal(true, vim.bo.modified)
vim.cmd('EditLspApplyAll')
drive.noted('Applied 1 edit to web/cart.ts; not saved yet: web/cart.ts')
fresh()

-- A file that comes back has its line endings.
local dos = assert(io.open('dos.txt', 'wb'))
dos:write('one\r\ntwo\r\n')
dos:close()
local confirm = vim.fn.confirm
vim.fn.confirm = function() return 1 end
vim.fn.setreg('"', { '*** Begin Patch', '*** Delete File: dos.txt', '*** End Patch' }, 'l')
vim.cmd('EditLspPaste')
drive.counts(current(), '1 block')
drive.go(2)
vim.cmd('EditLspApply')
drive.noted('Applied 1 edit')
drive.equal(0, vim.fn.filereadable('dos.txt'))
vim.cmd('EditLspRevertAll!')
drive.noted('Reverted 1 edit in 1 file; written: dos.txt')
vim.fn.confirm = confirm
dos = assert(io.open('dos.txt', 'rb'))
drive.equal('one\r\ntwo\r\n', dos:read('*a'))
dos:close()
vim.fn.delete('dos.txt')
fresh()

-- To begin with a model.
vim.cmd('EditLspPrompt')
drive.noted('copied the instructions for search-replace')
assert(vim.fn.getreg('"'):find('<<<<<<< SEARCH', 1, true), vim.fn.getreg('"'))
vim.cmd('EditLspPrompt apply-patch')
assert(vim.fn.getreg('"'):find('*** Begin Patch', 1, true), vim.fn.getreg('"'))
vim.cmd('EditLspPrompt xml')
drive.noted('unknown dialect "xml"')
drive.equal({ 'find-replace' }, vim.fn.getcompletion('EditLspPrompt f', 'cmdline'))
fresh()
