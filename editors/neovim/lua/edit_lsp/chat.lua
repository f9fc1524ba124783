-- What the server says of the blocks of a chat.
local M = {}

local client = require('edit_lsp.client')

-- say tells the user something, in the plugin's name.
function M.say(text, level) vim.notify('edit-lsp: ' .. text, level or vim.log.levels.INFO) end

-- execute runs a command of the server for the chat in a buffer. done gets its result;
-- where there is none it is said why.
function M.execute(buf, command, argument, done)
  local c = client.of(buf)
  if not c then return M.say("this buffer isn't a chat; :EditLspAttach makes it one", vim.log.levels.WARN) end
  argument = vim.tbl_extend('force', { uri = vim.uri_from_bufnr(buf) }, argument or {})
  client.request(c, 'workspace/executeCommand', { command = 'editLsp.' .. command, arguments = { argument } }, buf, function(err, result)
    if err then return M.say(err, vim.log.levels.ERROR) end
    done(result)
  end)
end

-- status gets the result document of the chat, its blocks, and the summary of all.
function M.status(buf, done)
  M.execute(buf, 'status', nil, function(result)
    done(result.documents[1].blocks, result.summary, result.documents[1])
  end)
end

-- at is the block at a line (from 1), or nil. Several blocks can share a path line;
-- it then belongs to the first.
function M.at(blocks, line)
  for _, b in ipairs(blocks) do
    if b.line <= line and line <= b.end_line then return b end
  end
  for _, b in ipairs(blocks) do
    if b.path_line == line then return b end
  end
end

-- here runs done with the block at the cursor, or says that there is none.
function M.here(buf, done)
  local line = vim.api.nvim_win_get_cursor(0)[1]
  M.status(buf, function(blocks)
    local block = M.at(blocks, line)
    if not block then return M.say('there is no edit block at the cursor', vim.log.levels.WARN) end
    done(block)
  end)
end

-- line is one line about a block.
function M.line(block)
  local text = ('%s %s'):format(block.status, block.path)
  if type(block.estimated_line) == 'number' then text = text .. ':' .. block.estimated_line end
  if block.message ~= '' then text = text .. ' ' .. block.message end
  return text
end

return M
