-- Server commands about the blocks of a chat.
local M = {}

local client = require('edit_lsp.client')

-- short shortens a text to fit the message area. After a longer message, Neovim waits for a
-- key.
function M.short(text)
  text = text:gsub('%s*\n.*', '')
  local room = math.max(20, (vim.o.cmdheight - 1) * vim.o.columns + vim.v.echospace)
  if vim.fn.strdisplaywidth(text) <= room then return text end
  for length = room - 1, 1, -1 do
    local cut = vim.fn.strcharpart(text, 0, length) .. '…'
    if vim.fn.strdisplaywidth(cut) <= room then return cut end
  end
end

-- remember adds a text to :messages. With this option, Neovim cuts what it shows, but not what it keeps.
local function remember(text)
  local before = vim.o.shortmess
  vim.o.shortmess = before .. 'T'
  for _, line in ipairs(vim.split(text, '\n')) do
    vim.cmd('redraw')
    vim.cmd(('echomsg %s'):format(vim.fn.string(line)))
  end
  vim.o.shortmess = before
  vim.cmd('redraw')
end

-- say shows a message with the plugin's name. What doesn't fit is in :messages.
function M.say(text, level)
  text = 'edit-lsp: ' .. text:gsub('%s+$', '')
  local short = M.short(text)
  if short ~= text then remember(text) end
  vim.notify(short, level or vim.log.levels.INFO)
end

-- shown handles the server's messages.
function M.shown(_, message)
  local levels = { vim.log.levels.ERROR, vim.log.levels.WARN }
  M.say((message.message:gsub('^edit%-lsp: ', '')), levels[message.type])
end

-- execute runs a server command for the chat in a buffer, or for the argument's uri. done gets
-- its result. If there is none, the user gets a message.
function M.execute(buf, command, argument, done)
  local c = client.of(buf)
  if not c then return M.say("this buffer isn't a chat; :EditLspAttach makes it one", vim.log.levels.WARN) end
  if not c.initialized then return M.say('the server is starting; try again', vim.log.levels.WARN) end
  argument = vim.tbl_extend('force', { uri = vim.uri_from_bufnr(buf), quiet = true }, argument or {})
  client.request(c, 'workspace/executeCommand', { command = 'editLsp.' .. command, arguments = { argument } }, buf, function(err, result)
    if err then return M.say(err, vim.log.levels.ERROR) end
    done(result)
  end)
end

-- status gets the blocks of the chat with their status texts, the summary text and the result
-- document.
function M.status(buf, done)
  M.execute(buf, 'status', nil, function(result)
    local document = result.documents[1]
    for i, block in ipairs(document.blocks) do block.word = result.words[i] end
    done(document.blocks, result.summaryInWords, document)
  end)
end

-- at returns the block at a 1-based line, or nil. A path line shared by several blocks belongs
-- to the first.
function M.at(blocks, line)
  for _, b in ipairs(blocks) do
    if b.line <= line and line <= b.end_line then return b end
  end
  for _, b in ipairs(blocks) do
    if b.path_line == line then return b end
  end
end

-- here runs done with the block at the cursor, or shows a message if there is none.
function M.here(buf, done)
  local line = vim.api.nvim_win_get_cursor(0)[1]
  M.status(buf, function(blocks)
    local block = M.at(blocks, line)
    if not block then return M.say('there is no edit block at the cursor', vim.log.levels.WARN) end
    done(block)
  end)
end

-- line formats a block as one line, without repeating the path.
function M.line(block)
  local text = ('%s %s'):format(block.word, block.path)
  if type(block.estimated_line) == 'number' then text = text .. ':' .. block.estimated_line end
  if block.message ~= '' then text = text .. ' ' .. block.message:gsub(': ' .. vim.pesc(block.path), '', 1) end
  return text
end

return M
