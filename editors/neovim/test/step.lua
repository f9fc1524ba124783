-- Runs a step of the scenario.
local drive, step = ...

vim.o.hidden = true
if step.typed then
  vim.cmd('edit ' .. step.typed.path)
  vim.api.nvim_buf_set_lines(0, 0, 0, true, { step.typed.text })
end
vim.cmd('edit ' .. step.chat)
local chat = vim.api.nvim_get_current_buf()
drive.checked(chat, step.findings)
local list = {}
for _, d in ipairs(vim.diagnostic.get(chat)) do
  table.insert(list, { line = d.lnum + 1, message = d.message, severity = d.severity, code = d.code })
end
table.sort(list, function(a, b) return a.line < b.line end)
drive.seen.diagnostics = list

drive.go(step.line)
local before = drive.ticks(chat)
drive.seen.titles = drive.choose(step.title)
drive.await('the edit', function() return drive.ticks(chat) ~= before end)
vim.cmd('wall')
