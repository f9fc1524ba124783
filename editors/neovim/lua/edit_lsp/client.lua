-- Starts and finds clients, in every version of Neovim from 0.7 on.
local M = {}

local name = 'edit_lsp'
local uv = vim.uv or vim.loop
local complained = false

-- started are the ids of the clients that we have started and that have not ended.
local started = {}

-- apply_edit is the handler of edits that the server wants to be applied. Neovim asks only
-- before it changes text, so what becomes of whole files is asked here.
local function apply_edit(err, params, context)
  local edit, questions = params.edit, {}
  for _, change in ipairs(edit.documentChanges or {}) do
    local annotation = change.kind and change.annotationId and edit.changeAnnotations[change.annotationId]
    if annotation and annotation.needsConfirmation then
      local path = vim.fn.fnamemodify(vim.uri_to_fname(change.uri or change.oldUri), ':.')
      table.insert(questions, ('%s: %s'):format(annotation.label, path))
    end
  end
  if #questions > 0 and vim.fn.confirm(table.concat(questions, '\n'), '&Yes\n&No', 2, 'Question') ~= 1 then
    return { applied = false, failureReason = 'you said no' }
  end
  return vim.lsp.handlers['workspace/applyEdit'](err, params, context)
end

-- config is what lsp/edit_lsp.lua says, with what the user has changed: by
-- vim.lsp.config() where there is such a thing, and by setup().
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
  local id = config.get_language_id
  config.get_language_id = function(buf, filetype)
    if vim.b[buf].edit_lsp_chat then return 'markdown' end
    return id(buf, filetype)
  end
  return config
end

-- root is the folder that paths in a chat are meant in: the one with .git above the
-- file, or above the current folder where the buffer is no file; else the current one.
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

-- all are the clients that run, by us or by vim.lsp.enable(). Those that are just
-- starting count, of which Neovim's own list knows nothing.
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

-- of is the client of a buffer, or nil. When Neovim exits there is none: nobody reads what
-- a server is sent then.
function M.of(buf)
  if vim.v.exiting ~= vim.NIL then return end
  for _, client in ipairs(M.all()) do
    if vim.lsp.buf_is_attached(buf, client.id) then return client end
  end
end

-- follow tells all clients of a file, so that its unsaved text counts.
function M.follow(buf)
  for _, client in ipairs(M.all()) do
    if not vim.lsp.buf_is_attached(buf, client.id) then vim.lsp.buf_attach_client(buf, client.id) end
  end
  require('edit_lsp.targets').refresh(buf)
end

-- start attaches a chat to the client of its root, which is started if it does not run.
-- It answers false where the program is missing, which is said once.
function M.start(buf)
  local config = M.config()
  if type(config.cmd) == 'table' and vim.fn.executable(config.cmd[1]) ~= 1 then
    if not complained then
      complained = true
      vim.notify(('edit-lsp: there is no program %s; see :checkhealth edit_lsp'):format(config.cmd[1]), vim.log.levels.WARN)
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

-- request sends a request of a buffer; done gets the error, as a text, or nil, and the
-- result.
function M.request(client, method, params, buf, done)
  local function answered(err, result)
    done(err and (err.message or tostring(err)), result)
  end
  if vim.fn.has('nvim-0.11') == 1 then return client:request(method, params, answered, buf) end
  return client.request(method, params, answered, buf)
end

-- stop ends all clients.
function M.stop()
  for _, client in ipairs(M.all()) do
    if vim.fn.has('nvim-0.11') == 1 then client:stop() else client.stop() end
  end
  complained = false
end

return M
