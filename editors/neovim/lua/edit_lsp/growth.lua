-- Reloads a chat when another program appends to its file.
local M = {}

local uv = vim.uv or vim.loop
local watched = {}

local function look(buf)
  if not vim.api.nvim_buf_is_loaded(buf) or vim.bo[buf].modified then return end
  -- This fails in the command-line window.
  pcall(vim.cmd, 'checktime ' .. buf)
end

-- arm waits for the next change. It runs again after each, since a replaced file must be
-- watched again.
local function arm(buf)
  local watch = watched[buf]
  local path = vim.api.nvim_buf_is_valid(buf) and vim.api.nvim_buf_get_name(buf) or ''
  if not watch or path == '' then return end
  watch:start(path, {}, function()
    watch:stop()
    vim.schedule(function()
      look(buf)
      arm(buf)
    end)
  end)
end

-- watch starts watching the file of a chat.
function M.watch(buf)
  if watched[buf] or vim.bo[buf].buftype ~= '' or not uv.fs_stat(vim.api.nvim_buf_get_name(buf)) then return end
  vim.bo[buf].autoread = true
  watched[buf] = uv.new_fs_event()
  arm(buf)
end

-- forget stops watching.
function M.forget(buf)
  if watched[buf] then watched[buf]:close() end
  watched[buf] = nil
end

return M
