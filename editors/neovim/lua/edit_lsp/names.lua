-- Chats under names that stand for them: the server and Neovim know a buffer by its URI alone.
local M = {}

local client = require('edit_lsp.client')

-- scheme begins the names of chats that have no file yet.
local scheme = 'untitled://'

-- give names a chat without a name, since all such buffers have the same URI, and Neovim finds none of them.
function M.give(buf)
  if vim.api.nvim_buf_get_name(buf) ~= '' then return end
  local name = vim.bo[buf].buftype == '' and scheme .. 'chat-%d' or '[edit-lsp chat %d]'
  vim.api.nvim_buf_set_name(buf, name:format(buf))
end

-- renamed are the clients that a buffer had before it got another name.
local renamed = {}

-- leave closes the document of a buffer that gets another name.
function M.leave(buf)
  renamed[buf] = vim.tbl_filter(function(c) return vim.lsp.buf_is_attached(buf, c.id) end, client.all())
  for _, c in ipairs(renamed[buf]) do vim.lsp.buf_detach_client(buf, c.id) end
end

-- enter opens the document again, under the new name.
function M.enter(buf)
  for _, c in ipairs(renamed[buf] or {}) do vim.lsp.buf_attach_client(buf, c.id) end
  renamed[buf] = nil
end

-- refuse answers :write without a name.
function M.refuse()
  require('edit_lsp.chat').say('this chat has no file yet; write it with :write NAME', vim.log.levels.WARN)
end

-- wrote names a chat without a file after the file that it was written to, as Neovim does with a buffer
-- without a name.
function M.wrote(buf, path)
  local old = vim.api.nvim_buf_is_valid(buf) and vim.api.nvim_buf_get_name(buf) or ''
  if not vim.startswith(old, scheme) or vim.startswith(path, scheme) then return end
  -- This fails if another buffer has the file.
  if not pcall(vim.api.nvim_buf_set_name, buf, path) then return end
  vim.api.nvim_buf_call(buf, function() vim.cmd('silent write!') end)
  vim.cmd('silent! bwipeout ' .. vim.fn.bufnr(old))
  require('edit_lsp.growth').watch(buf)
end

return M
