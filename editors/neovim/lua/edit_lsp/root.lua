-- Finds the folder that the paths of a chat are relative to.
local M = {}

local client = require('edit_lsp.client')
local uv = vim.uv or vim.loop

-- folders are the workspace folders of other language servers.
local function folders()
  local list = {}
  for _, c in pairs(vim.lsp.get_clients and vim.lsp.get_clients() or vim.lsp.get_active_clients()) do
    for _, folder in ipairs(c.name ~= 'edit_lsp' and c.workspace_folders or {}) do
      list[vim.uri_to_fname(folder.uri)] = true
    end
  end
  return list
end

-- above returns the closest folder with .git or workspace folder that a folder is in, or nil. The home folder
-- is none: dotfiles may be a repository.
local function above(dir)
  local opened = folders()
  while dir ~= '' and dir ~= uv.os_homedir() do
    if opened[dir] or uv.fs_stat(dir .. '/.git') then return dir end
    local parent = vim.fn.fnamemodify(dir, ':h')
    if parent == dir then return nil end
    dir = parent
  end
end

local function folder_of(buf)
  local name = vim.api.nvim_buf_get_name(buf)
  local is_file = vim.bo[buf].buftype == '' and name ~= '' and not name:find('^%a+://')
  return is_file and vim.fn.fnamemodify(name, ':p:h') or ''
end

-- fixed returns the root that the user has chosen for a chat, or nil.
local function fixed(buf)
  local wanted = vim.b[buf].edit_lsp_root or require('edit_lsp').options.root_dir
  if type(wanted) == 'function' then wanted = wanted(buf) end
  return wanted and vim.fn.fnamemodify(wanted, ':p'):gsub('(.)/$', '%1') or nil
end

-- candidates returns the possible roots of a chat, the most likely first.
local function candidates(buf)
  local list, cwd = {}, uv.cwd()
  local function add(dir)
    if dir and not vim.tbl_contains(list, dir) then table.insert(list, dir) end
  end
  add(above(folder_of(buf)))
  add(above(cwd))
  local open = vim.fn.getbufinfo({ buflisted = 1 })
  table.sort(open, function(a, b) return a.lastused > b.lastused end)
  for _, info in ipairs(open) do
    if info.bufnr ~= buf and info.loaded == 1 then add(above(folder_of(info.bufnr))) end
  end
  add(cwd)
  return list
end

-- first returns the root of a chat before its blocks are known.
function M.first(buf) return fixed(buf) or candidates(buf)[1] end

local function holds(dir, entries)
  for _, entry in ipairs(entries) do
    if uv.fs_stat(dir .. '/' .. entry.path) then return true end
  end
  return false
end

-- misses reports whether the file of an edit block isn't found.
local function misses(buf)
  for _, found in ipairs(vim.diagnostic.get(buf)) do
    local lsp = found.user_data and found.user_data.lsp or {} -- Neovim 0.7 has the code only there
    if (found.code or lsp.code) == 'file-not-found' then return true end
  end
  return false
end

-- creates reports whether the file of a code block isn't there: the answer may know it from another root.
local function creates(entries)
  for _, entry in ipairs(entries) do
    if entry.is_code and entry.operation == 'create' then return true end
  end
  return false
end

local looked, settled = {}, {}

-- look moves a chat to the first root that has one of its blocks' files, if its own has none. It looks once
-- for the same paths, and only while a file isn't there.
function M.look(buf)
  if settled[buf] and not misses(buf) then return end
  local c = client.of(buf)
  local list = candidates(buf)
  if not c or fixed(buf) or #list < 2 then return end
  require('edit_lsp.chat').status(buf, function(entries)
    local paths = table.concat(vim.tbl_map(function(e) return e.path end, entries), '\n')
    if #entries == 0 or looked[buf] == paths or not vim.api.nvim_buf_is_loaded(buf) then return end
    settled[buf] = holds(c.config.root_dir, entries)
    if settled[buf] or not misses(buf) and not creates(entries) then return end
    looked[buf] = paths
    for _, dir in ipairs(list) do
      if dir ~= c.config.root_dir and holds(dir, entries) then return client.move(buf, dir) end
    end
  end)
end

function M.forget(buf) looked[buf], settled[buf] = nil, nil end

-- choose makes a folder the root of a chat or, if it is empty, says what the root is.
function M.choose(buf, dir)
  local say = require('edit_lsp.chat').say
  if dir == '' then return say('paths are relative to ' .. client.of(buf).config.root_dir) end
  dir = vim.fn.fnamemodify(vim.fn.expand(dir), ':p'):gsub('(.)/$', '%1')
  if vim.fn.isdirectory(dir) == 0 then return say(dir .. ' is not a directory', vim.log.levels.ERROR) end
  vim.b[buf].edit_lsp_root = dir
  client.move(buf, dir)
  say('paths are relative to ' .. dir)
end

return M
