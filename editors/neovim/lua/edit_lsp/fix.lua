-- Helps with blocks that fail: the best quick fix, and the prompt that asks the model again.
local M = {}

local chat = require('edit_lsp.chat')
local client = require('edit_lsp.client')
local files = require('edit_lsp.files')

-- no_fix are the actions that aren't about a single block, and those of one that is applied.
local no_fix = { applyAll = true, applyFile = true, revertAll = true, retry = true, revert = true, revertCode = true, goTo = true }

local function kind(action) return action.data and action.data.editLsp and action.data.editLsp.kind end

-- changed returns the URIs of the documents that an edit changes, without that of the chat.
local function changed(edit, chat_uri)
  local set = {}
  for _, change in ipairs(edit.documentChanges or {}) do set[change.uri or change.oldUri or change.textDocument.uri] = true end
  for uri in pairs(edit.changes or {}) do set[uri] = true end
  set[chat_uri] = nil
  return vim.tbl_keys(set)
end

-- run applies an action. It asks first if the edit of a file isn't exact or must be confirmed. Neovim doesn't tell
-- whether what it asks is declined.
local function run(buf, c, action)
  local edit = action.edit
  local targets = changed(edit, action.data.editLsp.uri)
  for _, uri in ipairs(targets) do
    local path = vim.uri_to_fname(uri)
    local why = files.busy(path, vim.fn.fnamemodify(path, ':.'))
    if why then return chat.say('nothing was applied: ' .. why, vim.log.levels.WARN) end
  end
  local asks = (not action.isPreferred or edit.changeAnnotations) and #targets > 0
  local question = { action.title .. '?' }
  for _, annotation in pairs(edit.changeAnnotations or {}) do table.insert(question, annotation.label) end
  if asks and not client.agreed(question) then return end
  client.confirmed(edit)
  vim.lsp.util.apply_workspace_edit(edit, c.offset_encoding)
  if action.command then client.request(c, 'workspace/executeCommand', action.command, buf, function() end) end
  chat.say(action.title .. ': done')
end

-- say_none says why there is nothing to do in a chat: what, or that there are no edits at all.
local function say_none(buf, what)
  if not require('edit_lsp').is_chat(buf) then return chat.say(what, vim.log.levels.WARN) end
  chat.status(buf, function(entries) chat.say(#entries > 0 and what or chat.none(buf, entries), vim.log.levels.WARN) end)
end

-- fix applies the first quick fix of the block at the cursor. If that takes a choice, it opens the menu.
function M.fix(buf)
  local c = client.of(buf)
  if not c then return chat.say("this buffer isn't a chat; :EditLspAttach makes it one", vim.log.levels.WARN) end
  local place = { line = vim.api.nvim_win_get_cursor(0)[1] - 1, character = 0 }
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buf) }, range = { start = place, ['end'] = place },
    context = { diagnostics = {}, only = { 'quickfix' }, triggerKind = 1 },
  }
  client.request(c, 'textDocument/codeAction', params, buf, function(err, list)
    local usable = vim.tbl_filter(function(a) return not a.disabled and kind(a) and not no_fix[kind(a)] end, type(list) == 'table' and list or {})
    if err then return chat.say(err, vim.log.levels.WARN) end
    if #usable == 0 then return say_none(buf, 'there is no fix here; :EditLspRetryPrompt asks the model again') end
    if usable[2] and kind(usable[2]) == kind(usable[1]) then return vim.lsp.buf.code_action() end
    client.request(c, 'codeAction/resolve', usable[1], buf, function(why, action)
      if why or not action.edit then return chat.say(why or 'the fix changes nothing', vim.log.levels.WARN) end
      run(buf, c, action)
    end)
  end)
end

-- prompt copies the prompt for a block or for all that failed. With append, it adds it to the end of the chat,
-- below the heading of the user's turns, if the buffer can be changed.
local function prompt(buf, argument, append)
  chat.execute(buf, 'retryPrompt', argument, function(result)
    if result.prompt == '' then return say_none(buf, 'nothing to retry: no block failed') end
    local lines = vim.split((result.prompt:gsub('\n$', '')), '\n')
    if append and vim.bo[buf].modifiable then
      local above = result.heading == '' and { '' } or { '', result.heading, '' }
      vim.api.nvim_buf_set_lines(buf, -1, -1, true, vim.list_extend(above, lines))
      return chat.say('added the prompt to the end of the chat')
    end
    require('edit_lsp.paste').copy(lines)
    local why = append and "this chat can't be changed; " or ''
    chat.say(('%scopied the prompt (%d lines)'):format(why, #lines))
  end)
end

-- retry copies or adds the prompt for the failed block at a line or, if there is none, for all.
function M.retry(buf, line, append)
  if not line then return prompt(buf, {}, append) end
  chat.status(buf, function(entries)
    local entry = chat.at(entries, line)
    prompt(buf, entry and entry.status == 'failed' and entry.argument or {}, append)
  end)
end

return M
