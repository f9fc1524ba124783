-- Makes chats of answers that are pasted: into a buffer without a name, or from the clipboard.
local M = {}

local chat = require('edit_lsp.chat')
local client = require('edit_lsp.client')

-- enough is how many lines come at once when a user pastes edits. Fewer are typed.
local enough = 3

-- seen has the number of lines of each buffer without a name, asking those that the program reads now.
local seen, asking = {}, {}

-- found reports whether what the program printed about a text names edits, or code that may be some.
local function found(output)
  local fine, result = pcall(vim.fn.json_decode, output)
  if not fine or type(result) ~= 'table' or not result.documents then return false end
  local document = result.documents[1]
  return #document.blocks + #document.proposals + #document.problems + result.summary.not_read > 0
end

-- ask runs done with whether the text of a buffer has edits. It asks the program itself, so that no server
-- starts for other texts.
local function ask(buf, done)
  local output = ''
  local job = vim.fn.jobstart({ client.program(), 'check', '--code-blocks', '--format', 'json', '-' }, {
    stdout_buffered = true,
    on_stdout = function(_, lines) output = table.concat(lines, '\n') end,
    on_exit = function() done(found(output)) end,
  })
  if job <= 0 then return end
  vim.fn.chansend(job, vim.api.nvim_buf_get_lines(buf, 0, -1, true))
  vim.fn.chanclose(job, 'stdin')
end

-- changed runs after a change of any buffer. One without a name becomes a chat if edits were pasted.
function M.changed(buf)
  if asking[buf] or not vim.api.nvim_buf_is_valid(buf) then return end
  if vim.api.nvim_buf_get_name(buf) ~= '' or vim.bo[buf].buftype ~= '' then return end
  local lines = vim.api.nvim_buf_line_count(buf)
  local added = lines - (seen[buf] or 1)
  seen[buf] = lines
  if added < enough or vim.fn.executable(client.program()) ~= 1 then return end
  asking[buf] = true
  ask(buf, function(has)
    asking[buf] = nil
    if has and vim.api.nvim_buf_is_valid(buf) then return require('edit_lsp').attach(buf) end
    M.changed(buf) -- more may have been pasted
  end)
end

function M.forget(buf) seen[buf] = nil end

-- register is where a copied text goes: the clipboard or, without one, the unnamed register.
local function register() return vim.fn.has('clipboard') == 1 and '+' or '"' end

-- copy puts lines on the clipboard and into the unnamed register.
function M.copy(lines)
  vim.fn.setreg('"', lines, 'l')
  if register() == '+' then vim.fn.setreg('+', lines, 'l') end
end

-- review opens the text on the clipboard as a chat beside the code.
function M.review()
  local lines = vim.fn.getreg(register(), 1, true)
  if #lines == 0 or #lines == 1 and vim.trim(lines[1]) == '' then
    return chat.say('there is no text on the clipboard; copy the answer first', vim.log.levels.WARN)
  end
  vim.cmd('vertical new')
  local buf = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buf, 0, -1, true, lines)
  vim.bo[buf].filetype = 'markdown'
  require('edit_lsp').attach(buf)
end

-- dialects completes the name of a dialect, from the program's own completions.
function M.dialects(lead)
  local list = vim.fn.systemlist({ client.program(), '__complete', 'prompt', '--dialect', lead })
  return vim.tbl_filter(function(name) return vim.startswith(name, lead) and name:find('^%l') end, list)
end

-- instructions copies what teaches a model to write edits in a dialect, by default the first one of the
-- settings.
function M.instructions(dialect)
  local wanted = require('edit_lsp').options.settings.dialects
  if dialect == '' then dialect = type(wanted) == 'table' and wanted[1] or 'search-replace' end
  local output = vim.fn.system({ client.program(), 'prompt', '--dialect', dialect })
  if vim.v.shell_error ~= 0 then return chat.say((output:gsub('^edit%-lsp: ', '')), vim.log.levels.ERROR) end
  M.copy(vim.split((output:gsub('\n$', '')), '\n'))
  chat.say(('copied the instructions for %s; paste them into the chat with the model'):format(dialect))
end

return M
