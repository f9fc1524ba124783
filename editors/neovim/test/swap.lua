-- A file with unsaved text in another Neovim is named before anything is applied.
local drive, step = ...

vim.o.hidden = true
vim.cmd('edit ' .. step.chat)
drive.checked(0, step.findings)
local other = vim.fn.jobstart({ vim.v.progpath, '--headless', '-u', 'NONE', '-c', 'edit lib/money.rb', '-c', 'normal! ix', '-c', 'preserve' })
local pid = vim.fn.jobpid(other)
drive.await('the swap file', function()
  local found = vim.fn.glob(vim.fn.substitute(vim.o.directory, '/*\\(,.*\\)\\?$', '', '') .. '/*money.rb.swp', true, true)
  return found[1] and vim.fn.swapinfo(found[1]).dirty == 1
end)
vim.cmd('EditLspApplyAll')
drive.noted('lib/money.rb has unsaved text in another Neovim')
assert(drive.seen.notes[1]:find(tostring(pid), 1, true), drive.seen.notes[1])
vim.fn.jobstop(other)
