-- Starts and finds clients, in every version of Neovim from 0.7 on.
local M = {}

local name = 'edit_lsp'
local uv = vim.uv or vim.loop
local complained = false

-- started are the ids of our running clients.
local started = {}

-- asked means that the plugin has asked about the edit that the server sends next.
M.asked = false

-- confirmed takes from an edit what Neovim asks about.
function M.confirmed(edit)
  for _, change in ipairs(edit.documentChanges or {}) do
    change.annotationId = nil
    for _, one in ipairs(change.edits or {}) do one.annotationId = nil end
  end
  edit.changeAnnotations = nil
end

-- notify sends a notification. Before any, Neovim sends what has changed in all buffers.
local function notify(client, method, params)
  if vim.fn.has('nvim-0.11') == 1 then client:notify(method, params) else client.notify(method, params) end
end

-- flush tells the server at once what has changed in all buffers. Neovim waits for a moment, and before a request it
-- tells only about the request's buffer. It applies an edit of the text before to a file just opened: it doesn't
-- compare version 0. Our server ignores this notification.
local function flush(client) notify(client, '$/setTrace', { value = 'off' }) end

local function shown(uri) return vim.fn.fnamemodify(vim.uri_to_fname(uri), ':.') end

-- questions are what to ask about an edit: the files that it deletes or renames, and what else the server wants
-- confirmed. That is about the only file, or about one of several.
local function questions(edit)
  local words, list = { delete = 'Deletes the file', rename = 'Renames the file' }, {}
  local files = {}
  for _, change in ipairs(edit.documentChanges or {}) do
    local from = shown(change.uri or change.oldUri or change.textDocument.uri)
    if not vim.tbl_contains(files, from) then table.insert(files, from) end
    local path = change.newUri and ('%s to %s'):format(from, shown(change.newUri)) or from
    if words[change.kind] then table.insert(list, ('%s: %s'):format(words[change.kind], path)) end
  end
  for _, annotation in pairs(edit.changeAnnotations or {}) do
    local label = annotation.needsConfirmation and not vim.tbl_contains(vim.tbl_values(words), annotation.label) and annotation.label
    if label then table.insert(list, #files == 1 and ('%s: %s'):format(label, files[1]) or label) end
  end
  return list
end

-- agreed asks a question of several lines and returns whether the answer is yes. Without redrawing, the next message
-- is below it, and waits for a key.
function M.agreed(lines)
  local yes = vim.fn.confirm(table.concat(lines, '\n'), '&Yes\n&No', 2, 'Question') == 1
  vim.cmd('redraw')
  return yes
end

-- created are the files that an edit creates with lines that end with CRLF. Neovim makes these LF, also in the edit.
local function created(edit)
  local new, list = {}, {}
  for _, change in ipairs(edit.documentChanges or {}) do
    if change.kind == 'create' then new[change.uri] = true end
    local uri, first = change.textDocument and change.textDocument.uri, change.edits and change.edits[1]
    if new[uri or ''] and first and first.newText:find('\r\n', 1, true) then table.insert(list, uri) end
  end
  return list
end

-- apply_edit asks before the server's edit. Neovim itself asks only before it changes text, from 0.11 on, when it has
-- created the file, and doesn't tell if that is declined.
local function apply_edit(err, params, context)
  if M.asked then M.confirmed(params.edit) end
  local asks = questions(params.edit)
  if #asks > 0 and not M.agreed(asks) then
    return { applied = false, failureReason = 'you declined' }
  end
  M.confirmed(params.edit)
  local dos = created(params.edit)
  local answer = vim.lsp.handlers['workspace/applyEdit'](err, params, context)
  for _, uri in ipairs(dos) do vim.bo[vim.uri_to_bufnr(uri)].fileformat = 'dos' end
  flush(vim.lsp.get_client_by_id(context.client_id))
  return answer
end

-- refreshed updates what shows the edits of chats, also that which has no diagnostics.
local function refreshed(...)
  require('edit_lsp.show').refreshed()
  local default = vim.lsp.handlers['workspace/codeLens/refresh']
  return default and default(...) or vim.NIL
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
    ['window/showDocument'] = function(...) return require('edit_lsp.windows').shown(...) end,
    ['workspace/applyEdit'] = apply_edit,
    ['workspace/codeLens/refresh'] = refreshed,
  })
  config.capabilities = vim.tbl_deep_extend('keep', config.capabilities or {}, { workspace = { codeLens = { refreshSupport = true } } },
    vim.lsp.protocol.make_client_capabilities())
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
    if vim.b[buf].edit_lsp_chat then return 'chat' end
    return id(buf, filetype)
  end
  return config
end

-- program returns the name of the program, which is also a command line.
function M.program()
  local cmd = M.config().cmd
  return type(cmd) == 'table' and cmd[1] or 'edit-lsp'
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

-- start attaches a chat to the client of a root, by default the most likely one, starting it if needed. It
-- returns false if the program is missing, with a message the first time.
function M.start(buf, root)
  local config = M.config()
  if type(config.cmd) == 'table' and vim.fn.executable(config.cmd[1]) ~= 1 then
    if not complained then
      complained = true
      vim.notify(("edit-lsp: can't find the program %s; see :checkhealth edit_lsp"):format(config.cmd[1]), vim.log.levels.WARN)
    end
    return false
  end
  config.root_dir = root or require('edit_lsp.root').first(buf)
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

-- move attaches a chat to the client of another root. Clients without a chat are stopped.
function M.move(buf, root)
  local old = M.of(buf)
  if old then vim.lsp.buf_detach_client(buf, old.id) end
  M.start(buf, root)
  for _, client in ipairs(M.all()) do
    local used = false
    for _, other in ipairs(vim.api.nvim_list_bufs()) do
      used = used or require('edit_lsp').is_chat(other) and vim.lsp.buf_is_attached(other, client.id)
    end
    if not used then M.halt(client) end
  end
  for _, other in ipairs(vim.api.nvim_list_bufs()) do
    if other ~= buf and require('edit_lsp').is_target(other) and not require('edit_lsp').is_chat(other) then M.follow(other) end
  end
end

-- request sends a request. done gets the error text or nil, and the result. Answers that arrive while Neovim
-- exits are dropped, since windows may be gone.
function M.request(client, method, params, buf, done)
  flush(client)
  local function answered(err, result)
    if vim.v.exiting ~= vim.NIL then return end
    done(err and (err.message or tostring(err)), result)
  end
  if vim.fn.has('nvim-0.11') == 1 then return client:request(method, params, answered, buf) end
  return client.request(method, params, answered, buf)
end

function M.halt(client)
  if vim.fn.has('nvim-0.11') == 1 then client:stop() else client.stop() end
end

local told = {}

-- tell says to the server whether a chat can be changed, if that is new to it.
function M.tell(buf)
  local c = M.of(buf)
  if not c then return end
  local state = ('%d %s %s'):format(c.id, vim.api.nvim_buf_get_name(buf), vim.bo[buf].modifiable)
  if told[buf] == state or not told[buf] and vim.bo[buf].modifiable then return end
  told[buf] = state
  local params = { uri = vim.uri_from_bufnr(buf), readOnly = not vim.bo[buf].modifiable }
  notify(c, 'editLsp/readOnly', params)
end

-- stop stops all clients.
function M.stop()
  for _, client in ipairs(M.all()) do M.halt(client) end
  complained = false
end

return M
