-- Drives Neovim headless, from 0.7 on. EDIT_LSP_PLAY names a Lua file, which gets the functions
-- below. EDIT_LSP_STEP is its input as JSON, and EDIT_LSP_OUT the file for the results as JSON.
local drive = { seen = { notes = {}, deprecated = {} } }
local patience = 60000 -- milliseconds; reached only on an error

-- Messages are cut to the width.
vim.o.columns = 1000

-- When Neovim opens a Python file, it looks for modules of all Pythons, which takes many seconds with pyenv.
vim.g.loaded_python_provider, vim.g.loaded_python3_provider = 0, 0

-- The user's clipboard stays as it is: without a provider, Neovim has only its registers.
vim.g.loaded_clipboard_provider = 0

vim.notify = function(text) table.insert(drive.seen.notes, text) end
vim.deprecate = function(what, instead) table.insert(drive.seen.deprecated, what .. ' -> ' .. tostring(instead)) end

-- await runs the event loop until done returns true.
function drive.await(what, done)
  -- If a single event takes longer than the patience, wait doesn't check again.
  if not vim.wait(patience, done, 5) and not done() then
    error(('timed out waiting for %s; notes: %s'):format(what, vim.inspect(drive.seen.notes)), 2)
  end
end

-- noted waits for a message that contains text, and returns it.
function drive.noted(text)
  local found
  drive.await('the words ' .. text, function()
    for _, note in ipairs(drive.seen.notes) do
      if note:find(text, 1, true) then found = note end
    end
    return found
  end)
  return found
end

function drive.forget() drive.seen.notes = {} end

function drive.equal(want, got)
  if not vim.deep_equal(want, got) then error(('wanted %s, got %s'):format(vim.inspect(want), vim.inspect(got)), 2) end
end

-- checked waits for a number of diagnostics in a buffer.
function drive.checked(buf, count)
  drive.await(count .. ' diagnostics', function() return #vim.diagnostic.get(buf) == count end)
end

-- counts waits until the summary of a buffer's blocks contains words, and forgets the notes.
function drive.counts(buf, words)
  local asked
  drive.await(words, function()
    local notes = drive.seen.notes
    if #notes > 0 and notes[#notes]:find(words, 1, true) then return true end
    if asked == #notes then return false end
    asked = #notes -- the server may be starting, or have an earlier text
    vim.api.nvim_buf_call(buf, function() vim.cmd('EditLspStatus') end)
  end)
  drive.forget()
end

-- go moves the cursor to a 1-based line.
function drive.go(line) vim.api.nvim_win_set_cursor(0, { line, 0 }) end

-- ticks is the state of all buffers except one. It changes when an edit is applied. Neovim
-- applies an edit in one step, so then all of it is.
function drive.ticks(but)
  local ticks = {}
  for _, b in ipairs(vim.api.nvim_list_bufs()) do
    if b ~= but then table.insert(ticks, b .. ':' .. vim.api.nvim_buf_get_changedtick(b)) end
  end
  return table.concat(ticks, ' ')
end

-- choose chooses the item with a title in the list that ask opens, by default the code actions.
-- It returns all titles.
function drive.choose(title, ask)
  local titles, failure
  vim.ui.select = function(items, _, chosen)
    local pick, index
    local seen = {}
    for i, item in ipairs(items) do
      -- 0.7 has pairs of client id and action, later versions tables.
      local action = item.action or item[2]
      table.insert(seen, action.title)
      if action.title == title then pick, index = item, i end
    end
    local ok, err = pcall(chosen, pick, index)
    if not ok then failure = err end
    titles = seen
  end
  local ask_for = ask or vim.lsp.buf.code_action
  ask_for()
  drive.await('a list to choose from', function() return titles ~= nil end)
  if failure then error(failure) end
  if not vim.tbl_contains(titles, title) then error(('no %s among %s'):format(title, vim.inspect(titles))) end
  return titles
end

local function finish(err)
  local v = vim.version()
  drive.seen.version = v.major .. '.' .. v.minor .. '.' .. v.patch
  drive.seen.error = err and tostring(err) or ''
  drive.seen.messages = vim.fn.execute('messages')
  local out = assert(io.open(os.getenv('EDIT_LSP_OUT'), 'wb'))
  out:write(vim.fn.json_encode(drive.seen))
  out:close()
  vim.cmd('qall!')
end

local ok, err = xpcall(function()
  local step = os.getenv('EDIT_LSP_STEP')
  assert(loadfile(os.getenv('EDIT_LSP_PLAY')))(drive, step and vim.fn.json_decode(step))
end, debug.traceback)
finish(not ok and err or nil)
