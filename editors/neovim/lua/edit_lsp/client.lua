-- Starts and finds clients, in every version of Neovim from 0.7 on.
local M = {}

local name = 'edit_lsp'
local uv = vim.uv or vim.loop
local complained = false

-- started are the ids of our running clients.
local started = {}

-- apply_edit asks before the server's edit deletes or renames a file. Neovim itself asks only before it
-- changes text.
local function apply_edit(err, params, context)
  local words, questions = { delete = 'Deletes the file', rename = 'Renames the file' }, {}
  for _, change in ipairs(params.edit.documentChanges or {}) do
    if words[change.kind] then
      local path = vim.fn.fnamemodify(vim.uri_to_fname(change.uri or change.oldUri), ':.')
      table.insert(questions, ('%s: %s'):format(words[change.kind], path))
    end
  end
  if #questions > 0 and vim.fn.confirm(table.concat(questions, '\n'), '&Yes\n&No', 2, 'Question') ~= 1 then
    return { applied = false, failureReason = 'you declined' }
  end
  return vim.lsp.handlers['workspace/applyEdit'](err, params, context)
end

-- config returns lsp/edit_lsp.lua with the user's changes from vim.lsp.config(), if it exists,
-- and setup().
function M.config()
  local options = require('edit_lsp').options
  local config
  if vim.fn.has('nvim-0.11') == 1 then
    config = vim.deepcopy(vim.lsp.config[name])
  else
    config = dofile(vim.api.nvim_get_runtime_file('lsp/edit_lsp.lua', false)[1])
  end
  config.name = name
  config.cmd = options.cmd or config.cmd
  config.init_options = vim.tbl_deep_extend('force', config.init_options or {}, options.settings)
  if vim.tbl_isempty(config.init_options) then config.init_options = vim.empty_dict() end
  config.handlers = vim.tbl_extend('keep', config.handlers or {}, {
    ['window/showMessage'] = require('edit_lsp.chat').shown,
    ['workspace/applyEdit'] = apply_edit,
  })
  local exit = config.on_exit
  config.on_exit = function(code, signal, id)
    started[id] = nil
    if exit then return exit(code, signal, id) end
  end
  -- Later versions have the event LspAttach.
  if vim.fn.has('nvim-0.8') == 0 then
    config.on_attach = function(_, buf)
      if require('edit_lsp').is_chat(buf) then require('edit_lsp.show').attached(buf) end
    end
  end
  local id = config.get_language_id
  config.get_language_id = function(buf, filetype)
    if vim.b[buf].edit_lsp_chat then return 'markdown' end
    return id(buf, filetype)
  end
  return config
end

-- root returns the folder that a chat's paths are relative to: the closest one with .git above
-- the file or, without a file, above the current folder; else the current folder.
function M.root(buf)
  local cwd = uv.cwd()
  local file = vim.api.nvim_buf_get_name(buf)
  local dir = cwd
  if vim.bo[buf].buftype == '' and file ~= '' then dir = vim.fn.fnamemodify(file, ':p:h') end
  while true do
    if uv.fs_stat(dir .. '/.git') then return dir end
    local parent = vim.fn.fnamemodify(dir, ':h')
    if parent == dir then return cwd end
    dir = parent
  end
end

-- all returns the running clients, ours or those of vim.lsp.enable(), including starting ones,
-- which Neovim doesn't list.
function M.all()
  local list, seen = {}, {}
  local function add(client)
    if client and client.name == name and not seen[client.id] then
      seen[client.id] = true
      table.insert(list, client)
    end
  end
  for id in pairs(started) do
    add(vim.lsp.get_client_by_id(id))
  end
  for _, client in pairs(vim.lsp.get_clients and vim.lsp.get_clients() or vim.lsp.get_active_clients()) do
    add(client)
  end
  return list
end

-- of returns the client of a buffer, or nil. When Neovim exits, there is none, since no one
-- reads what a server is sent then.
function M.of(buf)
  if vim.v.exiting ~= vim.NIL then return end
  for _, client in ipairs(M.all()) do
    if vim.lsp.buf_is_attached(buf, client.id) then return client end
  end
end

-- follow attaches a file to all clients, so that its unsaved text counts.
function M.follow(buf)
  for _, client in ipairs(M.all()) do
    if not vim.lsp.buf_is_attached(buf, client.id) then vim.lsp.buf_attach_client(buf, client.id) end
  end
  require('edit_lsp.targets').refresh(buf)
end

-- start attaches a chat to the client of its root, starting it if needed. It returns false if
-- the program is missing, with a message the first time.
function M.start(buf)
  local config = M.config()
  if type(config.cmd) == 'table' and vim.fn.executable(config.cmd[1]) ~= 1 then
    if not complained then
      complained = true
      vim.notify(("edit-lsp: can't find the program %s; see :checkhealth edit_lsp"):format(config.cmd[1]), vim.log.levels.WARN)
    end
    return false
  end
  config.root_dir = M.root(buf)
  for _, client in ipairs(M.all()) do
    if client.config.root_dir == config.root_dir then
      vim.lsp.buf_attach_client(buf, client.id)
      return true
    end
  end
  local folder = { uri = vim.uri_from_fname(config.root_dir), name = vim.fn.fnamemodify(config.root_dir, ':t') }
  config.workspace_folders = { folder }
  local id
  if vim.lsp.start then
    id = vim.lsp.start(config, { bufnr = buf })
  else
    id = vim.lsp.start_client(config)
    if id then vim.lsp.buf_attach_client(buf, id) end
  end
  if id then started[id] = true end
  return id ~= nil
end

-- request sends a request. done gets the error text or nil, and the result.
function M.request(client, method, params, buf, done)
  local function answered(err, result)
    done(err and (err.message or tostring(err)), result)
  end
  if vim.fn.has('nvim-0.11') == 1 then return client:request(method, params, answered, buf) end
  return client.request(method, params, answered, buf)
end

-- stop stops all clients.
function M.stop()
  for _, client in ipairs(M.all()) do
    if vim.fn.has('nvim-0.11') == 1 then client:stop() else client.stop() end
  end
  complained = false
end

return M
