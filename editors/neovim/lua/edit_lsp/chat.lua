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
  client.asked = client.asked or argument.confirmed
  client.request(c, 'workspace/executeCommand', { command = 'editLsp.' .. command, arguments = { argument } }, buf, function(err, result)
    if argument.confirmed then client.asked = false end
    if err then return M.say(err, vim.log.levels.ERROR) end
    done(result)
  end)
end

-- each runs a command with one argument after another. done gets the positions of those that were applied, and why the
-- others, which have names, were not.
function M.each(buf, command, arguments, names, done)
  local applied, reasons = {}, {}
  local function next_one(i)
    if i > #arguments then return done(applied, reasons) end
    M.execute(buf, command, arguments[i], function(result)
      if result.applied then table.insert(applied, i) else table.insert(reasons, ('%s: %s'):format(names[i], result.reason or 'nothing to do')) end
      next_one(i + 1)
    end)
  end
  next_one(1)
end

-- many is a number of things.
function M.many(number, noun) return ('%d %s%s'):format(number, noun, number == 1 and '' or 's') end

-- status gets the entries of the chat from the top: its blocks and code blocks, each with its status text as word
-- and with what the server's commands call it as argument. done also gets the summary text and the result document.
function M.status(buf, done)
  M.execute(buf, 'status', nil, function(result)
    local document, entries = result.documents[1], {}
    for i, block in ipairs(document.blocks) do
      block.word, block.argument = result.words[i], { block = block.index }
      table.insert(entries, block)
    end
    for i, code in ipairs(document.proposals) do
      code.word, code.argument, code.is_code = result.proposalWords[i], { proposal = code.number - 1 }, true
      table.insert(entries, code)
    end
    table.sort(entries, function(a, b) return a.line < b.line end)
    done(entries, result.summaryInWords, document)
  end)
end

-- applies reports whether an entry can be applied.
function M.applies(entry) return entry.status == 'validated' end

-- edits counts the edit blocks that "apply all" takes, of a file or all.
function M.edits(document, path)
  local number = 0
  for _, file in ipairs(document.files) do
    if not path or file.path == path then number = number + #file.blocks end
  end
  return number
end

-- only_code returns the code blocks that apply, of a file or all, if no edit block is before them.
function M.only_code(entries, document, path)
  if M.edits(document, path) > 0 then return {} end
  return vim.tbl_filter(function(e) return e.is_code and M.applies(e) and (not path or e.path == path) end, entries)
end

-- fails reports whether an entry can't be applied, and says why.
function M.fails(entry)
  return entry.severity == 'error' or entry.severity == 'warning' or entry.is_code and entry.status == 'failed'
end

-- at returns the entry at a 1-based line, or nil. A path line shared by several blocks belongs
-- to the first.
function M.at(entries, line)
  for _, e in ipairs(entries) do
    if e.line <= line and line <= e.end_line then return e end
  end
  for _, e in ipairs(entries) do
    if e.path_line == line then return e end
  end
end

-- none is what to say without an entry at the cursor. In a file that has none, code blocks may be examples.
function M.none(buf, entries)
  if #entries > 0 then return 'there is no edit block or code block at the cursor' end
  local more = vim.b[buf].edit_lsp_chat and '' or "; :EditLspAttach reads a file's code blocks too"
  return 'there are no edit blocks and no code blocks' .. more
end

-- here runs done with the entry at the cursor, or shows a message if there is none.
function M.here(buf, done)
  local line = vim.api.nvim_win_get_cursor(0)[1]
  M.status(buf, function(entries)
    local entry = M.at(entries, line)
    if not entry then return M.say(M.none(buf, entries), vim.log.levels.WARN) end
    done(entry)
  end)
end

-- change is what an entry does to its file.
function M.change(entry) return entry.operation == 'create' and 'new file' or ('+%d −%d'):format(entry.added, entry.removed) end

-- line formats an entry as one line, without repeating the path.
function M.line(entry)
  local text = ('%s %s'):format(entry.word, entry.path)
  if type(entry.estimated_line) == 'number' then text = text .. ':' .. entry.estimated_line end
  if entry.is_code then text = text .. (M.applies(entry) and (' (code block, %s)'):format(M.change(entry)) or ' (code block)') end
  if entry.message ~= '' then text = text .. ' ' .. entry.message:gsub(': ' .. vim.pesc(entry.path), '', 1) end
  return text
end

return M
