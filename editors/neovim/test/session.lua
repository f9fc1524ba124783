-- Tests what users see: colours, hints, messages, keys, and edits in targets.
local drive, step = ...

vim.o.hidden = true
local first = {}
for _, name in ipairs({ 'server/main.go', 'styles/page.css' }) do
  first[name] = vim.fn.readfile(name)
end
vim.cmd('edit ' .. step.chat)
local chat = vim.api.nvim_get_current_buf()
drive.checked(chat, step.findings)

-- marks returns the extmarks of one of the plugin's namespaces.
local function marks(buf, name)
  return vim.api.nvim_buf_get_extmarks(buf, vim.api.nvim_create_namespace(name), 0, -1, { details = true })
end

-- Only lines that change have a colour.
local function coloured(text, group)
  for _, mark in ipairs(marks(chat, 'edit_lsp_sections')) do
    local lines = vim.api.nvim_buf_get_lines(chat, mark[2], mark[4].end_row, true)
    if mark[4].hl_group == group and vim.tbl_contains(lines, text) then return mark[4] end
  end
end
drive.await('colours', function() return coloured('    sum += line.cents;', 'EditLspOld') end)
assert(coloured('    sum += line.cents;', 'EditLspOld').priority > 127, 'the colours of the text hide it')
assert(coloured('    sum += line.cents * line.count;', 'EditLspNew'))
assert(not coloured('  for (const line of lines) {', 'EditLspOld'), 'a line that is kept has a colour')

-- Hints have no underline and no sign.
for id, found in pairs(vim.diagnostic.get_namespaces()) do
  if found.name:find('edit_lsp%.') and #vim.diagnostic.get(chat, { namespace = id }) > 0 then
    drive.equal({ min = vim.diagnostic.severity.INFO }, vim.diagnostic.config(nil, id).underline.severity)
    drive.equal({ min = vim.diagnostic.severity.INFO }, vim.diagnostic.config(nil, id).signs.severity)
  end
end

-- Chats have the keys.
assert(vim.fn.maparg('\\A', 'n') ~= '' and vim.fn.maparg(']e', 'n') ~= '', 'no default keys')
assert(vim.fn.maparg('<Plug>(edit-lsp-blocks)', 'n') ~= '', 'no <Plug> mapping')
vim.cmd('help edit-lsp')
drive.equal('help', vim.bo.buftype)
vim.cmd('close')

-- A message is never wider than the window.
vim.o.columns = 60
vim.cmd('EditLspStatus')
local note = drive.noted('10 blocks')
assert(vim.fn.strdisplaywidth(note) <= vim.v.echospace and note:find('…', 1, true), note)
vim.o.columns = 1000
local kept = vim.fn.execute('messages')
assert(kept:find('10 blocks, 5 ready, 1 applied, 3 don\'t apply, 1 skipped, 1 problem', 1, true), kept)

-- Go from edit to edit through the files, applying each.
vim.api.nvim_set_current_buf(chat)
drive.go(1)
local walked = {}
local function place() return vim.api.nvim_buf_get_name(0) .. vim.api.nvim_win_get_cursor(0)[1] end
local function walk(command)
  local before = place()
  vim.cmd(command)
  drive.await('another edit', function() return place() ~= before end)
end
for i = 1, 2 do
  walk('EditLspNextEdit')
  -- The first one in the second file doesn't apply.
  if i == 2 then walk('EditLspNextEdit') end
  local target = vim.api.nvim_get_current_buf()
  table.insert(walked, vim.fn.fnamemodify(vim.api.nvim_buf_get_name(target), ':.'))
  local function shows(text)
    return function()
      for _, mark in ipairs(marks(target, 'edit_lsp_targets')) do
        local shown = mark[4].virt_text and mark[4].virt_text[2] or mark[4].virt_lines[1][1]
        if shown[1]:find(text, 1, true) then return true end
      end
    end
  end
  drive.await('the edit in its file', shows('from chat.md: Apply'))
  assert(vim.fn.maparg('\\a', 'n') ~= '', 'no key in the file')
  local tick = vim.api.nvim_buf_get_changedtick(target)
  vim.cmd('EditLspApply')
  drive.await('the edit', function() return vim.api.nvim_buf_get_changedtick(target) ~= tick end)
  drive.await('that it is applied', shows('applied'))
  drive.forget()
  vim.cmd('EditLspFix') -- a revert is no fix
  drive.noted('there is no fix here')
end
drive.equal(step.walked, walked)

-- The chat's hints are current.
if vim.fn.has('nvim-0.10') == 1 then
  drive.await('new hints', function()
    for _, hint in ipairs(vim.lsp.inlay_hint.get({ bufnr = chat })) do
      if hint.inlay_hint.label == '→ applied' and hint.inlay_hint.position.line < step.good then return true end
    end
  end)
end

-- A chat that grows on disk is reloaded.
vim.cmd('wall')
local file = assert(io.open(step.chat, 'ab'))
file:write([[

*** Begin Patch
*** Update File: lib/money.rb
@@
+# First.
 # Prices are cents.
+# Second.
*** Delete File: styles/page.css
*** End Patch
That is all.
]])
file:close()
drive.await('the new text', function() return vim.api.nvim_buf_get_lines(chat, -2, -1, true)[1] == 'That is all.' end)

-- Each run of lines that a patch adds has its colour.
vim.api.nvim_set_current_buf(chat)
drive.await('the colours of the patch', function() return coloured('+# Second.', 'EditLspNew') end)
assert(coloured('+# First.', 'EditLspNew'))

-- A file is deleted only if the user says yes.
local answer, asked = 2, ''
vim.fn.confirm = function(text) asked = text return answer end
drive.go(vim.api.nvim_buf_line_count(chat) - 2)
vim.cmd('EditLspApply')
drive.noted('not applied: you declined')
drive.equal('Deletes the file: styles/page.css', asked)
drive.equal(1, vim.fn.filereadable('styles/page.css'))
answer = 1
vim.cmd('EditLspApply')
drive.await('the file to be gone', function() return vim.fn.filereadable('styles/page.css') == 0 end)

-- A protected file, too, is created only then. Neovim has such questions from 0.11 on.
if vim.fn.has('nvim-0.11') == 1 then
  local lines = vim.api.nvim_buf_line_count(chat)
  local protected = { '', '.github/workflows/ci.yml', '<<<<<<< SEARCH', '=======', 'on: push', '>>>>>>> REPLACE' }
  vim.api.nvim_buf_set_lines(chat, -1, -1, true, protected)
  drive.await('the protected file', function() return #vim.diagnostic.get(chat, { lnum = lines + 1 }) > 0 end)
  answer = 2
  drive.go(lines + 3)
  drive.forget()
  vim.cmd('EditLspApply')
  drive.noted('not applied: you declined')
  drive.equal('Protected file: .github/workflows/ci.yml', asked)
  drive.equal(0, vim.fn.isdirectory('.github'))
  answer = 1
  vim.cmd('EditLspApply')
  drive.noted('Applied 1 edit')
  drive.equal({ 'on: push' }, vim.fn.getbufline('.github/workflows/ci.yml', 1, '$'))
  vim.cmd('EditLspRevert')
  drive.noted('Reverted 1 edit')
  vim.api.nvim_buf_set_lines(chat, lines, -1, true, {})
  vim.cmd('silent! bwipeout! .github/workflows/ci.yml')
end

-- After a restart of the server, what was applied is reverted, with the deleted file, but not what was changed by hand.
local function said(text)
  return function()
    for _, d in ipairs(vim.diagnostic.get(chat)) do
      if d.message:find(text, 1, true) then return true end
    end
  end
end
local cart = vim.fn.bufnr('web/cart.ts')
for i, line in ipairs(vim.api.nvim_buf_get_lines(cart, 0, -1, true)) do
  if line:find('line.cents * line.count', 1, true) then
    vim.api.nvim_buf_set_lines(cart, i - 1, i, true, { line .. ' // whole cents' })
  end
end
local improved = vim.api.nvim_buf_get_lines(cart, 0, -1, true)
drive.await('the change by hand', said('Applied; changed since'))
vim.cmd('wall')
drive.forget()
vim.cmd('EditLspRestart')
drive.noted('restarted')
drive.await('what was applied before', said('Applied; changed since'))
vim.cmd('EditLspRevertAll')
drive.noted('Reverted 2 edits in 2 files; left: line ')
vim.cmd('wall')
drive.equal(first['server/main.go'], vim.fn.readfile('server/main.go'))
drive.equal(improved, vim.fn.readfile('web/cart.ts'))
drive.equal(first['styles/page.css'], vim.fn.readfile('styles/page.css'))
