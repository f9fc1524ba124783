-- Drives Neovim headless through one scenario and writes what happened as JSON.
-- Works from 0.7 on. The scenario is a JSON file named by EDIT_LSP_SCENARIO:
--   server     the command that starts the server, a list
--   root       the workspace folder; chat: the chat document in it
--   out        where the result goes
--   expect     how many diagnostics to wait for
--   init       a Lua file to run first, such as a user would have
--   unsaved    { file, line, text }: a target whose line is changed and not saved
--   actions    a list of { line, title }: at that line of the chat (1-based) choose
--              the code action of that title
local function read(path)
  local f = assert(io.open(path, 'rb'))
  local s = f:read('*a')
  f:close()
  return s
end

local scenario = vim.fn.json_decode(read(os.getenv('EDIT_LSP_SCENARIO')))
local result = { diagnostics = {}, titles = {}, notes = {}, version = '' }
local patience = 20000 -- milliseconds; only reached when something is wrong

local function finish(err)
  result.error = err and tostring(err) or ''
  local f = assert(io.open(scenario.out, 'wb'))
  f:write(vim.fn.json_encode(result))
  f:close()
  vim.cmd('qall!')
end

-- await spins the event loop until what has happened.
local function await(what, done)
  if not vim.wait(patience, done, 5) then error('timed out waiting for ' .. what) end
end

local function main()
  local v = vim.version()
  result.version = v.major .. '.' .. v.minor .. '.' .. v.patch
  vim.notify = function(m) table.insert(result.notes, m) end
  if scenario.init then dofile(scenario.init) end

  local config = {
    name = 'edit-lsp',
    cmd = scenario.server,
    root_dir = scenario.root,
    workspace_folders = { { uri = vim.uri_from_fname(scenario.root), name = 'root' } },
  }
  local client
  -- One client for all buffers: only so does the server know unsaved text.
  local function attach(buf)
    if client then
      vim.lsp.buf_attach_client(buf, client)
    elseif vim.lsp.start then
      vim.api.nvim_buf_call(buf, function() client = vim.lsp.start(config) end)
    else
      client = vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(buf, client)
    end
  end

  local target
  if scenario.unsaved then
    vim.cmd('edit ' .. vim.fn.fnameescape(scenario.root .. '/' .. scenario.unsaved.file))
    target = vim.api.nvim_get_current_buf()
    local l = scenario.unsaved.line
    vim.api.nvim_buf_set_lines(target, l - 1, l, true, vim.split(scenario.unsaved.text, '\n'))
    attach(target)
  end
  vim.cmd('set hidden | edit ' .. vim.fn.fnameescape(scenario.root .. '/' .. scenario.chat))
  local chat = vim.api.nvim_get_current_buf()
  vim.bo[chat].filetype = 'markdown'
  attach(chat)
  await('diagnostics', function() return #vim.diagnostic.get(chat) >= scenario.expect end)
  for _, d in ipairs(vim.diagnostic.get(chat)) do
    table.insert(result.diagnostics, { line = d.lnum + 1, message = d.message, severity = d.severity, code = d.code })
  end
  table.sort(result.diagnostics, function(a, b) return a.line < b.line end)

  -- The state of all other buffers: it moves when an action is applied, and since
  -- Neovim applies an edit in one go, it has then been applied as a whole.
  local function state()
    local ticks = {}
    for _, b in ipairs(vim.api.nvim_list_bufs()) do
      if b ~= chat then table.insert(ticks, b .. ':' .. vim.api.nvim_buf_get_changedtick(b)) end
    end
    return table.concat(ticks, ' ')
  end

  for _, want in ipairs(scenario.actions) do
    vim.api.nvim_set_current_buf(chat)
    vim.api.nvim_win_set_cursor(0, { want.line, 0 })
    local titles, failure
    local before = state()
    vim.ui.select = function(items, _, choose)
      local pick, index
      local seen = {}
      for i, item in ipairs(items) do
        -- 0.7 gives pairs of client id and action, later versions tables.
        local action = item.action or item[2]
        table.insert(seen, action.title)
        if action.title == want.title then pick, index = item, i end
      end
      local ok, err = pcall(choose, pick, index)
      if not ok then failure = err end
      titles = seen
    end
    vim.lsp.buf.code_action()
    await('code actions', function() return titles ~= nil end)
    table.insert(result.titles, titles)
    if failure then error(failure) end
    if not vim.tbl_contains(titles, want.title) then error('no code action ' .. want.title) end
    await('the edit', function() return state() ~= before end)
    vim.cmd('wall')
  end
end

local ok, err = pcall(main)
finish(not ok and err or nil)
