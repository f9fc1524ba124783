-- Has Neovim show code lenses and inlay hints in chats, where it does not by itself.
local M = {}

local function lenses(buf)
  if not vim.api.nvim_buf_is_loaded(buf) then return end
  if vim.fn.has('nvim-0.12') == 1 then
    vim.lsp.codelens.enable(true, { bufnr = buf })
  elseif vim.fn.has('nvim-0.10') == 1 then
    vim.lsp.codelens.refresh({ bufnr = buf })
  else
    -- Before 0.10 the lens looks like text of the buffer.
    vim.cmd('highlight default link LspCodeLens Comment')
    vim.api.nvim_buf_call(buf, vim.lsp.codelens.refresh)
  end
end

-- attached is called when a chat has got its client, and changed whenever its findings
-- are new: what the lenses say is then new too.
function M.attached(buf)
  local options = require('edit_lsp').options
  if options.inlay_hints and vim.fn.has('nvim-0.10') == 1 then vim.lsp.inlay_hint.enable(true, { bufnr = buf }) end
  M.changed(buf)
end

function M.changed(buf)
  if require('edit_lsp').options.code_lens and require('edit_lsp.client').of(buf) then lenses(buf) end
end

return M
