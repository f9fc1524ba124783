-- Other programs change the files: what is seen in a hidden buffer, and what is asked before anything is applied.
local drive, step = ...

vim.o.hidden = true
vim.cmd('edit ' .. step.chat)
local chat = vim.api.nvim_get_current_buf()
drive.checked(chat, step.findings)

-- A checkout takes effect when the user looks at the chat again.
local before = vim.fn.readfile('lib/money.rb')
vim.cmd('EditLspApplyFile! lib/money.rb')
drive.noted('written: lib/money.rb')
drive.checked(chat, step.findings + 1)
vim.cmd('enew')
vim.fn.writefile(before, 'lib/money.rb')
vim.cmd('buffer ' .. chat)
drive.checked(chat, step.findings)

-- A file with unsaved text in another Neovim is named before anything is applied.
local other = vim.fn.jobstart({ vim.v.progpath, '--headless', '-u', 'NONE', '-c', 'edit lib/money.rb', '-c', 'normal! ix', '-c', 'preserve' })
local pid = vim.fn.jobpid(other)
drive.await('the swap file', function()
  local found = vim.fn.glob(vim.fn.substitute(vim.o.directory, '/*\\(,.*\\)\\?$', '', '') .. '/*money.rb.swp', true, true)
  return found[1] and vim.fn.swapinfo(found[1]).dirty == 1
end)
local busy = ('lib/money.rb has unsaved text in another Neovim (process %d)'):format(pid)
local function refused(command)
  drive.forget()
  vim.cmd(command)
  drive.noted('nothing was applied: ' .. busy)
end
refused('EditLspApplyFile lib/money.rb')
vim.fn.search('^FIND:', 'w')
refused('EditLspApply')
refused('EditLspFix')

-- The rest is offered.
local answer, asked
vim.fn.confirm = function(text) asked = text return answer end
answer = 2
refused('EditLspApplyAll')
drive.equal(busy .. '\nApply the edits of the other files?', asked)
drive.equal(before, vim.api.nvim_buf_get_lines(vim.fn.bufnr('lib/money.rb'), 0, -1, true))
answer = 1
vim.cmd('EditLspApplyAll!')
drive.noted('Applied 4 edits to 4 files; left out: ' .. busy .. '; written: server/main.go, stock/report/totals.py, styles/page.css, web/cart.ts')
drive.equal(before, vim.fn.readfile('lib/money.rb'))
vim.fn.jobstop(other)
