-- Walks the windows of chat plugins. The plugins can't be installed here, so each buffer and window is made as
-- the plugin's source makes it.
local drive, step = ...

vim.o.hidden = true
local sample = vim.fn.readfile(step.chat)

local function name(buf) return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf or 0), ':.') end

-- side opens a chat in a window at the right, in a scratch buffer.
local function side(filetype, bufname, lines)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.cmd('botright vsplit')
  vim.api.nvim_win_set_buf(0, buf)
  vim.bo[buf].filetype = filetype
  vim.api.nvim_buf_set_name(buf, bufname)
  vim.api.nvim_buf_set_lines(buf, 0, -1, true, lines)
  return buf, vim.api.nvim_get_current_win()
end

local function fresh()
  vim.cmd('silent! only | enew | silent! %bwipeout!')
  drive.forget()
end

-- walks goes to the next edit, which must not take the chat's window.
local function walks(chat, win)
  vim.api.nvim_set_current_win(win)
  vim.api.nvim_win_set_cursor(win, { 1, 0 })
  vim.cmd('EditLspNextEdit')
  drive.await('the target', function() return name() == 'web/cart.ts' end)
  drive.equal(chat, vim.api.nvim_win_get_buf(win))
end

-- CodeCompanion renames its buffer when the model has given the chat a title.
vim.cmd('edit server/main.go')
vim.fn.mkdir('../.git') -- of the dotfiles: the home folder isn't the root
drive.equal(vim.fn.getcwd(), require('edit_lsp.root').first(0))
local code = vim.api.nvim_get_current_win()
local lines = vim.list_extend({ '## Me', '', 'Count.', '', '## CodeCompanion (gpt)', '' }, vim.list_slice(sample, 9, 22))
local chat, win = side('codecompanion', '[CodeCompanion] 1', lines)
drive.counts(0, '1 block, 1 ready')
vim.api.nvim_buf_set_name(chat, '[CodeCompanion] Count the pieces')
drive.counts(0, '1 block, 1 ready')
walks(chat, win)
drive.equal(code, vim.api.nvim_get_current_win())

-- In the target, each command means the chat.
local function target_says(command, words)
  vim.api.nvim_set_current_win(code)
  drive.await('the edit in its file', function()
    return #vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_create_namespace('edit_lsp_targets'), 0, -1, {}) > 0
  end)
  vim.cmd(command)
  drive.noted(words)
  drive.forget()
end
target_says('EditLspStatus', '1 block, 1 ready')
target_says('EditLspNext', 'block 1 of 1')
drive.equal(win, vim.api.nvim_get_current_win())
target_says('EditLspApplyFile', 'Applied 1 edit to ')
target_says('EditLspRevertAll', 'Reverted 1 edit')

-- With several chats, it asks.
side('codecompanion', '[CodeCompanion] 2', vim.list_extend(vim.list_slice(lines), vim.list_slice(sample, 9, 22)))
drive.counts(0, '2 blocks')
vim.api.nvim_set_current_win(code)
drive.await('the edits of both', function()
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_create_namespace('edit_lsp_targets'), 0, -1, { details = true })) do
    if mark[4].virt_lines and mark[4].virt_lines[1][1][1]:find('[CodeCompanion] 2', 1, true) then return true end
  end
end)
local question
vim.ui.select = function(chats, options, chosen)
  question = ('%s %d'):format(options.prompt, #chats)
  chosen(chats[2])
end
vim.cmd('EditLspStatus')
drive.noted('2 blocks')
drive.equal('Which chat? 2', question)
fresh()

-- A buffer with that name is the only one of the chat: the old name's edits are gone.
-- CopilotChat says the lines in the info string, in a window that only holds the chat.
local copilot = { '## User', '', 'Count.', '', '---', '', '## Copilot', '', '```typescript path=web/cart.ts start_line=9 end_line=11', '  for (const line of lines) {', '    sum += line.cents * line.count;', '  }', '```' }
chat, win = side('copilot-chat', 'copilot-chat', copilot)
drive.counts(0, '1 code block')
vim.cmd('wincmd o')
walks(chat, vim.api.nvim_get_current_win())
fresh()

-- avante's window has a fixed buffer that can't be modified.
local failing = vim.list_slice(sample, 58, 71)
chat, win = side('Avante', 'AVANTE_RESULT', failing)
vim.bo[chat].modifiable = false
if vim.fn.exists('&winfixbuf') == 1 then vim.wo[win].winfixbuf = true end
drive.counts(0, "doesn't apply")
local offered
vim.ui.select = function(items)
  offered = vim.tbl_map(function(item) return (item.action or item[2]).title end, items)
end
local function offers()
  offered = nil
  vim.fn.search('take(self', 'w')
  vim.lsp.buf.code_action()
  drive.await('the menu', function() return offered end)
  return table.concat(offered, '\n')
end
drive.await('no action that edits the chat', function()
  local titles = offers()
  return titles:find('Apply at nearest match', 1, true) and not titles:find('Fix whitespace', 1, true) and not titles:find('Insert retry', 1, true)
end)
vim.cmd('EditLspRetryPrompt! all')
drive.noted("this chat can't be changed; copied the prompt")
vim.cmd('EditLspGoTo')
drive.await('the target', function() return name() == 'stock/stock.py' end)
drive.equal(chat, vim.api.nvim_win_get_buf(win))
fresh()

-- gp.nvim keeps its chats in the data folder, and marks turns by emoji. A failing block takes six keys:
-- to the block, its fix, and to apply and write all.
vim.fn.mkdir('../data/gp/chats', 'p')
vim.fn.mkdir('../data/gp/.git') -- of the chats, and no block's file is in it
local gp = vim.list_extend({ '---', 'topic: ?', '- file: x.md', '---', '', '💬:', 'Count.', '', '🤖:[gpt]', '' }, failing)
vim.fn.writefile(gp, '../data/gp/chats/2026-01-01.md')
vim.cmd('edit ../data/gp/chats/2026-01-01.md')
chat = vim.api.nvim_get_current_buf()
drive.counts(0, "1 block, 1 doesn't apply")
drive.await('the root with the file', function()
  local client = require('edit_lsp.client').of(chat)
  return client and client.config.root_dir == vim.fn.getcwd()
end)
drive.counts(0, "1 block, 1 doesn't apply")
vim.cmd('EditLspRoot')
drive.noted('paths are relative to ' .. vim.fn.getcwd())
vim.cmd('EditLspRetryPrompt! all')
drive.noted('added the prompt to the end of the chat')
drive.equal('💬:', vim.fn.getline(#gp + 2))
vim.cmd('undo')
drive.forget()
local keys = { '\\n', '\\f', '\\A' }
vim.fn.cursor(1, 1)
local said = { 'block 1 of 1', 'Fix whitespace in this block: done', 'written: stock/stock.py' }
for i, key in ipairs(keys) do
  vim.api.nvim_feedkeys(key, 'xt', false)
  drive.noted(said[i])
end
assert(vim.tbl_contains(vim.fn.readfile('stock/stock.py'), '            raise ValueError("not enough " + name)'), 'the file is as it was')
drive.seen.keys = #table.concat(keys)

-- Another root is the user's choice.
vim.cmd('EditLspRoot ../data')
drive.noted('data')
drive.counts(0, "1 block, 1 doesn't apply")
vim.cmd('EditLspRoot nowhere')
drive.noted('nowhere is not a directory')
