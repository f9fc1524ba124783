-- Reviews, applies and reverts the code blocks of an answer that holds no edit block.
local drive = ...

vim.o.hidden = true
vim.fn.mkdir('src', 'p')
vim.fn.writefile({ 'RATES = {"de": 0.19}', '', '', 'def rate(country):', '    return RATES[country]' }, 'src/tax.py')
vim.fn.writefile({ 'class Cart:', '    def __init__(self):', '        self.items = []', '', '    def total(self):', '        return 0' }, 'src/cart.py')

-- answers are given to questions. asked holds these.
local answers, asked = {}, {}
vim.fn.confirm = function(question)
  table.insert(asked, question)
  return table.remove(answers, 1) or error('no answer to ' .. question)
end

vim.cmd('enew')
local chat = vim.api.nvim_get_current_buf()
vim.api.nvim_buf_set_lines(chat, 0, -1, true, {
  'Two files change.', '', '### `src/tax.py`', '', 'Unknown countries pay nothing:', '',
  '```python', 'def rate(country):', '    return RATES.get(country, 0)', '```', '',
  '### `src/cart.py`', '', '```python', 'class Cart:', '    # ... existing code ...', '', '    def total(self):', '        return 1', '```', '',
  '`src/tax.py`', '```python', 'audit(x)', '```',
})
vim.cmd('EditLspAttach')
drive.counts(chat, '0 blocks, 2 code blocks, 1 not read')

-- They are in the list, and commands go to them.
vim.cmd('EditLspBlocks')
drive.await('the list', function() return vim.bo.buftype == 'quickfix' end)
local texts = vim.tbl_map(function(item) return item.text end, vim.fn.getloclist(0))
drive.equal({
  'asks first src/tax.py (code block, +1 −1)', 'asks first src/cart.py (code block, +1 −1)',
  'not read src/tax.py (code block) no line of it is in the file',
}, texts)
vim.cmd('lclose')
vim.api.nvim_set_current_buf(chat)
drive.go(1)
vim.cmd('EditLspNext!')
drive.noted('block 3 of 3: not read src/tax.py')
drive.equal(23, vim.api.nvim_win_get_cursor(0)[1])
vim.cmd('EditLspRetryPrompt')
drive.noted('copied the prompt')
assert(vim.fn.getreg('"'):find('src/tax.py, the code at line 23', 1, true), vim.fn.getreg('"'))

drive.go(9)
vim.cmd('EditLspPreview')
drive.await('the diff', function() return vim.bo.filetype == 'diff' end)
local diff = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
assert(diff:find('-    return RATES[country]\n+    return RATES.get(country, 0)', 1, true), diff)
assert(not diff:find('cart.py', 1, true), diff)
vim.cmd('normal q')
drive.equal(chat, vim.api.nvim_get_current_buf())

vim.cmd('EditLspPreview all')
drive.await('the diff of all', function() return vim.bo.filetype == 'diff' end)
diff = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
assert(diff:find('+    return RATES.get(country, 0)', 1, true) and diff:find('+++ b/src/cart.py', 1, true), diff)
vim.cmd('normal q')

-- Nothing is written before the answer to the question.
answers = { 2 }
vim.cmd('EditLspApply')
drive.await('the question', function() return #asked == 1 end)
drive.equal('Write 1 code block?\nsrc/tax.py: +1 −1', asked[1])
drive.equal(-1, vim.fn.bufnr('src/tax.py'))
answers, asked = { 1 }, {}
vim.cmd('EditLspApply')
drive.noted('Applied 1 code block; not saved yet: src/tax.py')
drive.equal('    return RATES.get(country, 0)', vim.fn.getbufline('src/tax.py', 5)[1])
drive.equal(1, #asked)
drive.counts(chat, '0 blocks, 2 code blocks (1 applied), 1 not read')

vim.cmd('EditLspRevert')
drive.noted('Reverted 1 edit; not saved yet: src/tax.py')
drive.equal('    return RATES[country]', vim.fn.getbufline('src/tax.py', 5)[1])

-- sees waits until the server sees an entry of a chat so.
local function sees(number, wanted, of)
  local word
  drive.await(wanted, function()
    require('edit_lsp.chat').status(of or chat, function(entries) word = entries[number].word end)
    return word == wanted
  end)
end
sees(1, 'asks first')

-- One change is applied and reverted in the file itself.
vim.cmd('edit src/cart.py')
local cart = vim.api.nvim_get_current_buf()

-- shows waits for the words above the change.
local function shows(words)
  drive.await(words, function()
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(cart, vim.api.nvim_create_namespace('edit_lsp_targets'), 0, -1, { details = true })) do
      if mark[4].virt_lines[1][1][1]:find(words, 1, true) then return true end
    end
  end)
end
shows('Change 1 of 1 from chat-1: Apply')
drive.go(6)
vim.cmd('EditLspPreview')
drive.await('the diff of the change', function() return vim.bo.filetype == 'diff' end)
vim.cmd('normal q')
drive.forget()
vim.cmd('EditLspApply')
drive.noted('Applied 1 edit; not saved yet: src/cart.py')
drive.equal('        return 1', vim.api.nvim_buf_get_lines(cart, 5, 6, true)[1])
shows('Change 1 of 1 applied')
vim.cmd('EditLspRevert')
drive.noted('Reverted 1 edit; not saved yet: src/cart.py')
drive.equal('        return 0', vim.api.nvim_buf_get_lines(cart, 5, 6, true)[1])
vim.api.nvim_set_current_buf(chat)
sees(2, 'asks first')

-- A single question is about all of them.
answers, asked = { 1 }, {}
vim.cmd('EditLspApplyAll!')
drive.noted('Applied 2 code blocks; written: src/cart.py, src/tax.py')
drive.equal({ 'Write 2 code blocks?\nsrc/tax.py: +1 −1\nsrc/cart.py: +1 −1' }, asked)
drive.equal('    return RATES.get(country, 0)', vim.fn.readfile('src/tax.py')[5])
drive.equal({ 'class Cart:', '    def __init__(self):', '        self.items = []', '', '    def total(self):', '        return 1' }, vim.fn.readfile('src/cart.py'))
sees(2, 'applied') -- it leaves lines out
vim.cmd('EditLspApplyAll')
drive.noted('not applied: there is nothing to apply')

drive.go(17)
vim.cmd('EditLspGoTo')
drive.await('the file', function() return vim.api.nvim_buf_get_name(0):find('cart%.py$') end)
drive.equal(6, vim.api.nvim_win_get_cursor(0)[1])

-- A chat that got a file goes on, and one that was read from a file is a chat if the user says so.
vim.api.nvim_set_current_buf(chat)
vim.cmd('silent write answer.md')
drive.await('the name', function() return vim.endswith(vim.api.nvim_buf_get_name(chat), '/answer.md') end)
drive.counts(chat, '2 code blocks (2 applied), 1 not read')
vim.cmd('EditLspRevertAll!')
drive.noted('Reverted 2 edits in 2 files')
vim.cmd('bwipeout!')
vim.cmd('edit answer.md')
chat = vim.api.nvim_get_current_buf()
drive.counts(chat, '0 blocks')
drive.go(9)
for _, command in ipairs({ 'EditLspApply', 'EditLspRevert', 'EditLspFix', 'EditLspRetryPrompt' }) do
  drive.forget()
  vim.cmd(command)
  drive.noted(':EditLspAttach')
end
vim.cmd('EditLspAttach')
drive.counts(chat, '0 blocks, 2 code blocks, 1 not read')

-- In a chat with both, the edit blocks come first, and then the code blocks that are left.
vim.cmd('enew')
local both = vim.api.nvim_get_current_buf()
vim.api.nvim_buf_set_lines(both, 0, -1, true, {
  'src/cart.py', '<<<<<<< SEARCH', '        self.items = []', '=======', '        self.items = {}', '>>>>>>> REPLACE', '',
  '### `src/tax.py`', '', '```python', 'def rate(country):', '    return RATES.get(country, 0)', '```',
})
vim.cmd('EditLspAttach')
drive.counts(both, '1 block, 1 code block, 1 ready')
answers, asked = { 1 }, {}
vim.cmd('EditLspApplyAll')
drive.noted('Applied 1 edit to src/cart.py; left: 1 code block; not saved yet: src/cart.py')
drive.equal({}, asked)
sees(1, 'applied', both)
vim.cmd('EditLspPreview all')
drive.await('the diff of the rest', function() return vim.bo.filetype == 'diff' end)
diff = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
assert(diff:find('+++ b/src/tax.py', 1, true) and not diff:find('cart.py', 1, true), diff)
vim.cmd('normal q')
vim.cmd('EditLspApplyAll')
drive.noted('Applied 1 code block; not saved yet: src/tax.py')
drive.equal({ 'Write 1 code block?\nsrc/tax.py: +1 −1' }, asked)
sees(2, 'applied', both)
drive.forget()
vim.cmd('EditLspRevertAll')
drive.noted('Reverted 2 edits in 2 files')
sees(2, 'asks first', both)

-- The key for the best fix writes it, after one question. What is declined isn't done.
drive.go(11)
for round, answer in ipairs({ 2, 1 }) do
  answers, asked = { answer }, {}
  vim.cmd('EditLspFix')
  drive.await('the question', function() return #asked == 1 end)
  assert(asked[1]:find('Write to src/tax.py (+1 −1)?', 1, true), asked[1])
  if round == 2 then drive.noted('done') end
  drive.equal(round == 2 and '    return RATES.get(country, 0)' or '    return RATES[country]', vim.fn.getbufline('src/tax.py', 5)[1])
end
drive.equal(1, #vim.tbl_filter(function(note) return note:find('done', 1, true) end, drive.seen.notes))

-- As with edit blocks, another root is looked for if a file isn't there, but not if one of the files is.
local here = vim.fn.getcwd()
local function root_of(name, lines)
  vim.fn.mkdir('../' .. name .. '/.git', 'p')
  vim.fn.writefile(vim.list_extend({ '# User', '', 'Hello.', '', '# Assistant', '' }, lines), '../' .. name .. '/answer.md')
  vim.cmd('edit ../' .. name .. '/answer.md')
  local buf = vim.api.nvim_get_current_buf()
  return function()
    local client = require('edit_lsp.client').of(buf)
    return client and client.config.root_dir
  end
end
local part = { '`src/cart.py`', '```python', 'class Cart:', '    # ... existing code ...', '', '    def total(self):', '        return 2', '```', '' }
local whole = { '`src/tax.py`', '```python', 'RATES = {"de": 0.19}', '', '', 'def rate(country):', '    return RATES.get(country)', '```', '' }
local new = { '`src/new.py`', '```python', 'import os', 'print(os.name)', '```', '' }
for name, lines in pairs({ parts = part, files = whole }) do
  local root = root_of(name, lines)
  drive.await('the root with the file', function() return root() == here end)
  drive.counts(0, '0 blocks, 1 code block')
end
vim.fn.mkdir('../own/src', 'p')
vim.fn.writefile({ 'x = 1' }, '../own/src/own.py')
for name, lines in pairs({ own = vim.list_extend({ '`src/own.py`', '```python', 'x = 2', '```', '' }, whole), fresh = new }) do
  local root = root_of(name, lines)
  drive.await('its own root', function() return root() and vim.endswith(root(), '/' .. name) end)
  drive.counts(0, '0 blocks, ' .. (name == 'own' and '1 code block, 1 not read' or '1 code block'))
  assert(vim.endswith(root(), '/' .. name), root())
end

-- Each is made from the text that the one above has left, also in a file that was open and that the server hasn't
-- heard of since.
vim.cmd('cd ' .. here)
vim.fn.writefile({ 'a = 1', '', '', 'def one():', '    return 1', '', '', 'def two():', '    return 2', '', '', 'def three():', '    return 3' }, 'src/three.py')
vim.cmd('edit src/three.py')
vim.cmd('enew')
local several = vim.api.nvim_get_current_buf()
local fences = {}
for value, name in ipairs({ 'one', 'two', 'three' }) do
  vim.list_extend(fences, { '`src/three.py`', '```python', ('def %s():'):format(name), "    print('called')", ('    return %d'):format(value), '```', '' })
end
vim.api.nvim_buf_set_lines(several, 0, -1, true, fences)
vim.cmd('EditLspAttach')
drive.counts(several, '0 blocks, 3 code blocks')
answers, asked = { 1 }, {}
vim.cmd('EditLspApplyAll!')
drive.noted('Applied 3 code blocks; written: src/three.py')
drive.equal({
  'a = 1', '', '', 'def one():', "    print('called')", '    return 1', '', '', 'def two():', "    print('called')", '    return 2', '', '',
  'def three():', "    print('called')", '    return 3',
}, vim.fn.readfile('src/three.py'))
for i = 1, 3 do sees(i, 'applied', several) end
