-- Knows of files that change outside this Neovim.
local M = {}

local uv = vim.uv or vim.loop

-- reread reads hidden buffers again whose files have changed, as after a checkout. Neovim itself looks only
-- when it gets the focus.
function M.reread()
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    local hidden = vim.api.nvim_buf_is_loaded(buf) and #vim.fn.win_findbuf(buf) == 0
    if hidden and require('edit_lsp').is_target(buf) and not vim.bo[buf].modified then
      local was = vim.bo[buf].autoread
      vim.bo[buf].autoread = true
      pcall(vim.cmd, 'silent! checktime ' .. buf) -- this fails in the command-line window
      if vim.api.nvim_buf_is_valid(buf) then vim.bo[buf].autoread = was end
    end
  end
end

-- swaps returns where swap files of a file may be, without their suffix.
local function swaps(path)
  local name, list = vim.fn.fnamemodify(path, ':t'), {}
  for _, dir in ipairs(vim.opt.directory:get()) do
    dir = vim.fn.expand(dir)
    if dir == '.' then
      table.insert(list, vim.fn.fnamemodify(path, ':h') .. '/.' .. name)
    elseif dir:sub(-2) == '//' then
      table.insert(list, dir:sub(1, -2) .. path:gsub('[/\\:]', '%%'))
    else
      table.insert(list, dir .. '/' .. name)
    end
  end
  return list
end

-- elsewhere returns the process of another Neovim in which a file has unsaved text, or nil.
local function elsewhere(path)
  for _, swap in ipairs(swaps(path)) do
    for _, suffix in ipairs({ '.swp', '.swo', '.swn' }) do
      local info = uv.fs_stat(swap .. suffix) and vim.fn.swapinfo(swap .. suffix) or {}
      local running = info.pid and info.pid > 0 and info.pid ~= vim.fn.getpid() and uv.kill(info.pid, 0) == 0
      if running and info.dirty == 1 then return info.pid end
    end
  end
end

-- busy says that a file has unsaved text in another Neovim, or returns nil.
function M.busy(path, name)
  local pid = elsewhere(vim.fn.resolve(path))
  return pid and ('%s has unsaved text in another Neovim (process %d)'):format(name, pid)
end

-- unless_busy runs done with the paths. It names those that have unsaved text in another Neovim, and asks before it
-- leaves them out: done also gets the reasons.
function M.unless_busy(root, paths, done)
  local free, busy = {}, {}
  for _, path in ipairs(paths) do
    local why = M.busy(root .. '/' .. path, path)
    local list = why and busy or free
    if not vim.tbl_contains(list, why or path) then table.insert(list, why or path) end
  end
  local reasons = table.concat(busy, ', ')
  if #busy == 0 or #free > 0 and require('edit_lsp.client').agreed({ reasons, 'Apply the edits of the other files?' }) then
    return done(free, reasons)
  end
  require('edit_lsp.chat').say('nothing was applied: ' .. reasons, vim.log.levels.WARN)
end

return M
