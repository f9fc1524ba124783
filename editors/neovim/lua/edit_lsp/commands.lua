-- The user commands.
local M = {}

local chat = require('edit_lsp.chat')
local client = require('edit_lsp.client')
local files = require('edit_lsp.files')
local fix = require('edit_lsp.fix')
local paste = require('edit_lsp.paste')
local preview = require('edit_lsp.preview')
local root = require('edit_lsp.root')
local targets = require('edit_lsp.targets')
local windows = require('edit_lsp.windows')

-- ours maps buffers to their change count after an edit, if only edits are unsaved.
local ours = {}

-- buffers returns, by buffer number, the change count, whether there are unsaved changes, and
-- whether some of them are the user's.
local function buffers()
  local set = {}
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) then
      local tick = vim.api.nvim_buf_get_changedtick(buf)
      set[buf] = { tick = tick, unsaved = vim.bo[buf].modified, typed = vim.bo[buf].modified and ours[buf] ~= tick }
    end
  end
  return set
end

-- claim returns the buffers with unsaved changes that changed since before, except one, and notes those
-- that only edits have changed.
local function claim(before, except)
  local list = {}
  for buf, now in pairs(buffers()) do
    local was = before[buf] or {}
    if buf ~= except and was.tick ~= now.tick and now.unsaved then
      if not was.typed then ours[buf] = now.tick end
      table.insert(list, buf)
    end
  end
  return list
end

-- resolved notes the buffers that a code action changes. Neovim applies it right after this event.
function M.resolved()
  local before = buffers()
  vim.schedule(function() claim(before) end)
end

-- report shows how much was applied, what was left out, and which files were written or are unsaved.
local function report(command, message, written, waiting)
  local done = message or (command == 'revert' and 'Reverted 1 edit' or 'Applied 1 edit')
  done = done:gsub('; save with :wa', '')
  for _, part in ipairs({ { 'written', written }, { 'not saved yet', waiting } }) do
    table.sort(part[2])
    if #part[2] > 0 then done = ('%s; %s: %s'):format(done, part[1], table.concat(part[2], ', ')) end
  end
  chat.say(done)
end

-- finish writes the buffers that changed since before, if wanted and but for those with earlier unsaved
-- changes, and reports what was done in the chat of.
local function finish(before, of, write, command, message)
  local written, waiting = {}, {}
  for _, changed in ipairs(claim(before, of)) do
    local typed = ours[changed] ~= vim.api.nvim_buf_get_changedtick(changed)
    local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(changed), ':.')
    if write and not typed then
      local ok, why = pcall(vim.api.nvim_buf_call, changed, function() vim.cmd('silent write') end)
      if not ok then name = ('%s (%s)'):format(name, why:match('E%d+: [^\n]*') or why) end
    end
    table.insert(vim.bo[changed].modified and waiting or written, name)
  end
  report(command, message, written, waiting)
end

-- apply runs a command that applies edits and reports the result, or the given message.
local function apply(buf, command, argument, write, message)
  local before = buffers()
  local of = argument.uri and vim.uri_to_bufnr(argument.uri) or buf
  chat.execute(buf, command, argument, function(result)
    if not result.applied then return chat.say('not applied: ' .. (result.reason or 'nothing to do'), vim.log.levels.WARN) end
    finish(before, of, write, command, message or result.message)
  end)
end

-- write_code writes code blocks, after one question about all of them that replace lines, but none of a file that
-- another Neovim changes.
local function write_code(buf, entries, write)
  files.unless_busy(client.of(buf).config.root_dir, vim.tbl_map(function(e) return e.path end, entries), function(free, busy)
    local names, asks, arguments = {}, {}, {}
    entries = vim.tbl_filter(function(entry) return vim.tbl_contains(free, entry.path) end, entries)
    for _, entry in ipairs(entries) do
      table.insert(names, entry.path)
      table.insert(arguments, vim.tbl_extend('error', { confirmed = true }, entry.argument))
      if entry.operation ~= 'create' or #entries > 1 then table.insert(asks, ('%s: %s'):format(entry.path, chat.change(entry))) end
    end
    local number = chat.many(#entries, 'code block')
    if #asks > 0 and not client.agreed({ ('Write %s?'):format(number), unpack(asks) }) then return end
    local before = buffers()
    chat.each(buf, 'writeFile', arguments, names, function(applied, reasons)
      if #applied == 0 then return chat.say('not applied: ' .. table.concat(reasons, '; '), vim.log.levels.WARN) end
      local done = #reasons == 0 and number or ('%d of %s'):format(#applied, number)
      if busy ~= '' then table.insert(reasons, busy) end
      local left = #reasons > 0 and '; not applied: ' .. table.concat(reasons, '; ') or ''
      finish(before, buf, write, 'writeFile', ('Applied %s%s'):format(done, left))
    end)
  end)
end

-- apply_files applies the blocks of some files, since others are busy.
local function apply_files(buf, document, paths, busy, write)
  local before = buffers()
  local arguments = vim.tbl_map(function(path) return { path = path } end, paths)
  chat.each(buf, 'applyFile', arguments, paths, function(applied, reasons)
    local number = 0
    for _, i in ipairs(applied) do number = number + chat.edits(document, paths[i]) end
    local left = table.concat({ busy, unpack(reasons) }, '; ')
    if number == 0 then return chat.say('not applied: ' .. left, vim.log.levels.WARN) end
    finish(before, buf, write, 'applyFile', ('Applied %s to %s; left out: %s'):format(chat.many(number, 'edit'), chat.many(#applied, 'file'), left))
  end)
end

-- apply_all applies all blocks or, if none is left that applies, all code blocks, but none of a file that another
-- Neovim changes.
local function apply_all(buf, write)
  chat.status(buf, function(entries, _, document)
    local code = chat.only_code(entries, document)
    if #code > 0 then return write_code(buf, code, write) end
    if #entries == 0 then return chat.say('not applied: ' .. chat.none(buf, entries), vim.log.levels.WARN) end
    local paths = vim.tbl_map(function(file) return file.path end, document.files)
    files.unless_busy(client.of(buf).config.root_dir, paths, function(free, busy)
      if busy ~= '' then return apply_files(buf, document, free, busy, write) end
      apply(buf, 'applyAll', {}, write)
    end)
  end)
end

-- one runs done with a command's argument, its name and the entry at the cursor of a chat, or with the argument and
-- the name for the edit at the cursor of a target. A target may look like a chat.
local function one(buf, command, done)
  if not require('edit_lsp').is_chat(buf) then return targets.here(buf, command, ('there is no edit to %s on this line'):format(command), done) end
  local line = vim.api.nvim_win_get_cursor(0)[1]
  chat.status(buf, function(entries)
    local entry = chat.at(entries, line)
    if entry then return done(entry.argument, command, entry) end
    targets.here(buf, command, chat.none(buf, entries), done)
  end)
end

-- apply_file applies the blocks of a file or, if none applies, its code blocks.
local function apply_file(buf, path, write)
  chat.status(buf, function(entries, _, document)
    local number, code = chat.edits(document, path), chat.only_code(entries, document, path)
    if #code > 0 then return write_code(buf, code, write) end
    files.unless_busy(client.of(buf).config.root_dir, { path }, function()
      apply(buf, 'applyFile', { path = path }, write, ('Applied %s to %s'):format(chat.many(number, 'edit'), path))
    end)
  end)
end

-- jump goes to the next entry in a direction, 1 or -1, wrapping around. With failed, only
-- those that fail count. From a target, it goes to the chat.
local function jump(buf, here, direction, failed)
  local line = here == buf and vim.api.nvim_win_get_cursor(0)[1] or 0
  chat.status(buf, function(entries)
    for i, e in ipairs(entries) do e.position = i end
    local list = vim.tbl_filter(function(e) return not failed or chat.fails(e) end, entries)
    if #list == 0 then return chat.say(failed and #entries > 0 and 'no block has failed' or chat.none(buf, entries)) end
    local pick
    if direction > 0 then
      for _, b in ipairs(list) do
        if b.line > line then pick = b break end
      end
    else
      for _, b in ipairs(list) do
        if b.line < line then pick = b end
      end
    end
    pick = pick or list[direction > 0 and 1 or #list]
    windows.show(vim.uri_from_bufnr(buf), pick.line - 1)
    chat.say(('block %d of %d: %s'):format(pick.position, #entries, chat.line(pick)))
  end)
end

-- walk goes to the next or previous place where an edit changes a file. It opens the place
-- itself if Neovim doesn't support showing documents.
local function walk(buf, command)
  local argument = { line = vim.api.nvim_win_get_cursor(0)[1] - 1 }
  vim.cmd("normal! m'")
  chat.execute(buf, command, argument, function(result)
    if result.applied then return end
    if not result.uri then return chat.say(result.reason or 'there are no edits to go to') end
    require('edit_lsp.windows').show(result.uri, result.line or 0)
  end)
end

local function items(buf, entries, document)
  local types = { error = 'E', warning = 'W', information = 'I', hint = 'N' }
  local list = {}
  for _, found in ipairs({ entries, document.problems }) do
    for _, b in ipairs(found) do
      table.insert(list, { bufnr = buf, lnum = b.line, text = b.status and chat.line(b) or b.message, type = types[b.severity] })
    end
  end
  table.sort(list, function(a, b) return a.lnum < b.lnum end)
  return list
end

local title = 'edit-lsp: '

-- follow updates the location lists of a chat.
function M.follow(buf)
  local open = {}
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    local list = vim.fn.getloclist(win, { title = 0, id = 0, idx = 0, items = 0 })
    local first = list.items[1]
    if vim.startswith(list.title, title) and first and first.bufnr == buf then open[win] = list end
  end
  if not next(open) then return end
  chat.status(buf, function(entries, summary, document)
    if not vim.api.nvim_buf_is_valid(buf) then return end -- it was wiped while the server answered
    for win, list in pairs(open) do
      if vim.api.nvim_win_is_valid(win) then
        vim.fn.setloclist(win, {}, 'r', { id = list.id, idx = list.idx, title = title .. summary, items = items(buf, entries, document) })
      end
    end
  end)
end

local function paths(lead)
  local buf = vim.api.nvim_get_current_buf()
  local list, seen, done = {}, {}, false
  chat.status(buf, function(entries)
    for _, b in ipairs(entries) do
      if not seen[b.path] and vim.startswith(b.path, lead) then
        seen[b.path] = true
        table.insert(list, b.path)
      end
    end
    done = true
  end)
  vim.wait(1000, function() return done end, 5)
  table.sort(list)
  return list
end

local function words(...)
  local all = { ... }
  return function(lead)
    return vim.tbl_filter(function(w) return vim.startswith(w, lead) end, all)
  end
end

-- of_chat makes a command mean the chat whose edits show in the current buffer, if it isn't one itself. run
-- also gets the current buffer.
local function of_chat(run)
  return function(here, c)
    targets.chat(here, function(buf) run(buf, c, here) end)
  end
end

-- path_here runs done with the path of the entry at the cursor or, in a target, with that of the target.
local function path_here(buf, here, done)
  if here == buf then return chat.here(buf, function(entry) done(entry.path) end) end
  chat.status(buf, function(entries)
    local name = vim.api.nvim_buf_get_name(here)
    for _, b in ipairs(entries) do
      if vim.endswith(name, '/' .. b.path) then return done(b.path) end
    end
    chat.say('no block of the chat changes this file', vim.log.levels.WARN)
  end)
end

-- Each row has the name, the description, the attributes, and the function, which gets the
-- buffer and the command's table.
M.list = {
  {
    'EditLspApply', 'apply the block or edit at the cursor; if that takes a choice, open the menu of code actions', { bang = true },
    function(buf, c)
      one(buf, 'apply', function(argument, command, entry)
        -- The user chooses from the code actions.
        if entry and (not chat.applies(entry) or entry.code == 'ambiguous-match') then return vim.lsp.buf.code_action() end
        if not entry then return apply(buf, command, argument, c.bang) end
        if entry.is_code then return write_code(buf, { entry }, c.bang) end
        files.unless_busy(client.of(buf).config.root_dir, { entry.path }, function() apply(buf, 'apply', argument, c.bang) end)
      end)
    end,
  },
  { 'EditLspApplyAll', 'apply all blocks that apply or, if none is left, all code blocks', { bang = true }, of_chat(function(buf, c) apply_all(buf, c.bang) end) },
  {
    'EditLspApplyFile', 'apply all blocks of a file: the named one, or that of the block at the cursor', { bang = true, nargs = '?', complete = paths },
    of_chat(function(buf, c, here)
      if c.args ~= '' then return apply_file(buf, c.args, c.bang) end
      path_here(buf, here, function(path) apply_file(buf, path, c.bang) end)
    end),
  },
  {
    'EditLspPreview', 'show the diff of the block at the cursor, or of all', { nargs = '?', complete = words('all') },
    function(buf, c)
      if c.args == 'all' then return targets.chat(buf, preview.all) end
      one(buf, 'preview', function(argument) preview.show(buf, { vim.tbl_extend('force', argument, { show = false }) }) end)
    end,
  },
  { 'EditLspRevertAll', 'revert all blocks that were applied', { bang = true }, of_chat(function(buf, c) apply(buf, 'revertAll', {}, c.bang) end) },
  {
    'EditLspRevert', 'revert the applied block at the cursor', { bang = true },
    function(buf, c)
      one(buf, 'revert', function(argument) apply(buf, 'revert', argument, c.bang) end)
    end,
  },
  { 'EditLspNext', 'go to the next block; with !, to the next with an error or a warning', { bang = true }, of_chat(function(buf, c, here) jump(buf, here, 1, c.bang) end) },
  { 'EditLspPrev', 'go to the previous block; with !, to the previous with an error or a warning', { bang = true }, of_chat(function(buf, c, here) jump(buf, here, -1, c.bang) end) },
  { 'EditLspNextEdit', 'go to the next place where an edit changes a file', {}, function(buf) walk(buf, 'nextEdit') end },
  { 'EditLspPrevEdit', 'go to the previous place where an edit changes a file', {}, function(buf) walk(buf, 'previousEdit') end },
  { 'EditLspStatus', 'print a summary of all blocks', {}, of_chat(function(buf) chat.status(buf, function(_, summary) chat.say(summary) end) end) },
  {
    'EditLspBlocks', 'list all blocks in the location list', {},
    of_chat(function(buf)
      chat.status(buf, function(entries, summary, document)
        vim.fn.setloclist(0, {}, ' ', { title = title .. summary, items = items(buf, entries, document) })
        vim.cmd('lopen')
      end)
    end),
  },
  {
    'EditLspRetryPrompt', 'copy a prompt that asks the model again for what failed; with !, add it to the end of the chat', { bang = true, nargs = '?', complete = words('all') },
    of_chat(function(buf, c, here)
      local line = c.args ~= 'all' and here == buf and vim.api.nvim_win_get_cursor(0)[1] or nil
      fix.retry(buf, line, c.bang)
    end),
  },
  { 'EditLspFix', 'apply the best fix of the block at the cursor; if that takes a choice, open the menu of code actions', {}, fix.fix },
  { 'EditLspGoTo', 'go to what the block at the cursor changes', {}, of_chat(function(buf) windows.definition(buf) end) },
  {
    'EditLspAddToContext', 'add a file to the context: the files that the model has seen', { nargs = '?', complete = paths },
    of_chat(function(buf, c, here)
      local function add(path)
        chat.execute(buf, 'addToContext', { path = path }, function(result)
          if type(result) == 'table' and result.applied == false then return chat.say(result.reason, vim.log.levels.WARN) end
          chat.say(path .. ' is in the context')
        end)
      end
      if c.args ~= '' then return add(c.args) end
      path_here(buf, here, add)
    end),
  },
  {
    'EditLspRoot', 'show the folder that the paths of the chat are relative to, or choose another one', { nargs = '?', complete = 'dir' },
    of_chat(function(buf, c) root.choose(buf, c.args) end),
  },
  { 'EditLspPaste', 'open the answer on the clipboard as a chat, beside the code', {}, function() paste.review() end },
  {
    'EditLspPrompt', 'copy instructions that teach a model to write edits', { nargs = '?', complete = function(lead) return paste.dialects(lead) end },
    function(_, c) paste.instructions(c.args) end,
  },
  { 'EditLspAttach', 'make the current buffer a chat, whatever its filetype', {}, function(buf) require('edit_lsp').attach(buf) end },
  {
    'EditLspRestart', 'restart the server', {},
    function()
      client.stop()
      -- A client remains until its program has exited.
      local waited = vim.wait(5000, function() return #client.all() == 0 end, 10)
      if not waited then return chat.say("the server doesn't exit", vim.log.levels.ERROR) end
      for _, buf in ipairs(vim.api.nvim_list_bufs()) do require('edit_lsp').look(buf) end
      chat.say('restarted')
    end,
  },
  {
    'EditLspLog', "open Neovim's language server log", {},
    function() vim.cmd('tabedit ' .. vim.fn.fnameescape(require('vim.lsp.log').get_filename())) end,
  },
}

function M.create()
  for _, row in ipairs(M.list) do
    local name, does, options, run = row[1], row[2], row[3], row[4]
    options = vim.tbl_extend('force', { desc = does, force = true }, options)
    vim.api.nvim_create_user_command(name, function(c)
      files.reread()
      run(vim.api.nvim_get_current_buf(), c)
    end, options)
  end
end

return M
