-- The user commands: a row each.
local M = {}

local chat = require('edit_lsp.chat')
local client = require('edit_lsp.client')

-- buffers returns for each loaded buffer, by number, its change count and whether it has
-- unsaved changes.
local function buffers()
  local set = {}
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buf) then
      set[buf] = { tick = vim.api.nvim_buf_get_changedtick(buf), unsaved = vim.bo[buf].modified }
    end
  end
  return set
end

-- apply runs a command that applies edits and reports the result. With write, it writes
-- what the command changed, except buffers that had unsaved changes before.
local function apply(buf, command, argument, write)
  local before = buffers()
  chat.execute(buf, command, argument, function(result)
    if not result.applied then return chat.say('not applied: ' .. (result.reason or 'nothing to do'), vim.log.levels.WARN) end
    local written, waiting = {}, {}
    for changed, now in pairs(buffers()) do
      local was = before[changed] or {}
      if changed ~= buf and was.tick ~= now.tick and now.unsaved then
        if write and not was.unsaved then vim.api.nvim_buf_call(changed, function() vim.cmd('silent write') end) end
        table.insert(vim.bo[changed].modified and waiting or written, vim.fn.fnamemodify(vim.api.nvim_buf_get_name(changed), ':.'))
      end
    end
    local text = command == 'revert' and 'reverted' or 'applied'
    for _, part in ipairs({ { 'written', written }, { 'not saved yet', waiting } }) do
      table.sort(part[2])
      if #part[2] > 0 then text = ('%s; %s: %s'):format(text, part[1], table.concat(part[2], ', ')) end
    end
    chat.say(text)
  end)
end

-- scratch shows a text in a new window that q closes.
local function scratch(text, filetype, title)
  vim.cmd('new')
  local buf = vim.api.nvim_get_current_buf()
  vim.bo[buf].buftype, vim.bo[buf].bufhidden, vim.bo[buf].swapfile = 'nofile', 'wipe', false
  pcall(vim.api.nvim_buf_set_name, buf, title)
  vim.api.nvim_buf_set_lines(buf, 0, -1, true, vim.split((text:gsub('\n$', '')), '\n'))
  vim.bo[buf].modifiable, vim.bo[buf].filetype = false, filetype
  vim.api.nvim_buf_set_keymap(buf, 'n', 'q', '<Cmd>close<CR>', { noremap = true, silent = true })
end

-- jump goes to the next block in a direction, 1 or -1, around the end of the chat. With
-- failed, only blocks with an error or a warning count.
local function jump(buf, direction, failed)
  local line = vim.api.nvim_win_get_cursor(0)[1]
  chat.status(buf, function(blocks)
    local list = vim.tbl_filter(function(b) return not failed or b.severity == 'error' or b.severity == 'warning' end, blocks)
    if #list == 0 then return chat.say(failed and 'no block fails' or 'there are no edit blocks') end
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
    vim.cmd("normal! m'")
    vim.api.nvim_win_set_cursor(0, { pick.line, 0 })
    chat.say(('block %d of %d: %s'):format(pick.index + 1, #blocks, chat.line(pick)))
  end)
end

-- summary is one line about all blocks.
local function summary(s)
  local parts = {}
  for _, status in ipairs({ 'validated', 'applied', 'already_applied', 'failed', 'skipped', 'not_in_context', 'stale', 'incomplete' }) do
    if s[status] > 0 then table.insert(parts, s[status] .. ' ' .. status:gsub('_', ' ')) end
  end
  return ('%d block%s%s'):format(s.blocks, s.blocks == 1 and '' or 's', #parts > 0 and ': ' .. table.concat(parts, ', ') or '')
end

-- paths completes the paths of the chat's targets.
local function paths(lead)
  local buf = vim.api.nvim_get_current_buf()
  local list, seen, done = {}, {}, false
  chat.status(buf, function(blocks)
    for _, b in ipairs(blocks) do
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

-- Of each command: what it does, in words; what it takes; and the function, which gets
-- the buffer and the command's own table.
M.list = {
  {
    'EditLspApply', 'apply the block at the cursor; if it matches several places, ask for one', { bang = true },
    function(buf, c)
      chat.here(buf, function(block)
        -- Which place is meant is for the user to choose, among the code actions.
        if block.code == 'ambiguous-match' then return vim.lsp.buf.code_action() end
        apply(buf, 'apply', { block = block.index }, c.bang)
      end)
    end,
  },
  { 'EditLspApplyAll', 'apply all blocks that apply', { bang = true }, function(buf, c) apply(buf, 'applyAll', {}, c.bang) end },
  {
    'EditLspApplyFile', 'apply all blocks of a file: the named one, or that of the block at the cursor', { bang = true, nargs = '?', complete = paths },
    function(buf, c)
      if c.args ~= '' then return apply(buf, 'applyFile', { path = c.args }, c.bang) end
      chat.here(buf, function(block) apply(buf, 'applyFile', { path = block.path }, c.bang) end)
    end,
  },
  {
    'EditLspPreview', 'show the diff of the block at the cursor, or of all', { nargs = '?', complete = words('all') },
    function(buf, c)
      local function show(argument)
        chat.execute(buf, 'preview', argument, function(result)
          if result.diff == '' then return chat.say('nothing to preview: no block applies') end
          scratch(result.diff, 'diff', 'edit-lsp://preview')
        end)
      end
      if c.args == 'all' then return show({}) end
      chat.here(buf, function(block) show({ block = block.index }) end)
    end,
  },
  {
    'EditLspRevert', 'revert the applied block at the cursor', { bang = true },
    function(buf, c)
      chat.here(buf, function(block) apply(buf, 'revert', { block = block.index }, c.bang) end)
    end,
  },
  { 'EditLspNext', 'go to the next block; with !, to the next with an error or a warning', { bang = true }, function(buf, c) jump(buf, 1, c.bang) end },
  { 'EditLspPrev', 'go to the previous block; with !, to the previous with an error or a warning', { bang = true }, function(buf, c) jump(buf, -1, c.bang) end },
  { 'EditLspStatus', 'print a summary of all blocks', {}, function(buf) chat.status(buf, function(_, s) chat.say(summary(s)) end) end },
  {
    'EditLspBlocks', 'list all blocks in the location list', {},
    function(buf)
      chat.status(buf, function(blocks, s, document)
        local types = { error = 'E', warning = 'W', information = 'I', hint = 'N' }
        local items = {}
        for _, list in ipairs({ blocks, document.problems }) do
          for _, b in ipairs(list) do
            table.insert(items, { bufnr = buf, lnum = b.line, text = b.status and chat.line(b) or b.message, type = types[b.severity] })
          end
        end
        table.sort(items, function(a, b) return a.lnum < b.lnum end)
        vim.fn.setloclist(0, {}, ' ', { title = 'edit-lsp: ' .. summary(s), items = items })
        vim.cmd('lopen')
      end)
    end,
  },
  {
    'EditLspRetryPrompt', 'copy a prompt that asks the model again for what failed; with !, add it to the end of the chat', { bang = true, nargs = '?', complete = words('all') },
    function(buf, c)
      local function get(argument)
        chat.execute(buf, 'retryPrompt', argument, function(result)
          if result.prompt == '' then return chat.say('nothing to retry: no block failed') end
          local lines = vim.split((result.prompt:gsub('\n$', '')), '\n')
          if c.bang then
            vim.api.nvim_buf_set_lines(buf, -1, -1, true, vim.list_extend({ '' }, lines))
            return chat.say('added the prompt to the end of the chat')
          end
          vim.fn.setreg('"', lines, 'l')
          if vim.fn.has('clipboard') == 1 then vim.fn.setreg('+', lines, 'l') end
          chat.say(('copied the prompt (%d lines)'):format(#lines))
        end)
      end
      if c.args == 'all' then return get({}) end
      local line = vim.api.nvim_win_get_cursor(0)[1]
      chat.status(buf, function(blocks)
        local block = chat.at(blocks, line)
        get(block and block.status == 'failed' and { block = block.index } or {})
      end)
    end,
  },
  {
    'EditLspAddToContext', 'add a file to the context: the files that the model has seen', { nargs = '?', complete = paths },
    function(buf, c)
      local function add(path)
        chat.execute(buf, 'addToContext', { path = path }, function(result)
          if type(result) == 'table' and result.applied == false then return chat.say(result.reason, vim.log.levels.WARN) end
          chat.say(path .. ' is in the context')
        end)
      end
      if c.args ~= '' then return add(c.args) end
      chat.here(buf, function(block) add(block.path) end)
    end,
  },
  { 'EditLspAttach', 'make the current buffer a chat, whatever its filetype', {}, function() require('edit_lsp').attach() end },
  {
    'EditLspRestart', 'restart the server', {},
    function()
      client.stop()
      -- A client is gone only when its program has ended.
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

-- create defines the commands.
function M.create()
  for _, row in ipairs(M.list) do
    local name, does, options, run = row[1], row[2], row[3], row[4]
    options = vim.tbl_extend('force', { desc = does, force = true }, options)
    vim.api.nvim_create_user_command(name, function(c) run(vim.api.nvim_get_current_buf(), c) end, options)
  end
end

return M
