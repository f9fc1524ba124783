-- Creates missing folders of files that our edits create. Neovim 0.10 and later does it itself.
-- Before, the file is only a buffer, and writing it fails.
local M = {}

-- created marks the buffers of files that an edit creates.
local function created(edit)
  for _, change in ipairs(edit.documentChanges or {}) do
    if change.kind == 'create' then vim.b[vim.uri_to_bufnr(change.uri)].edit_lsp_created = true end
  end
end

-- enable hooks into the edits of clients.
function M.enable()
  local apply = vim.lsp.util.apply_workspace_edit
  vim.lsp.util.apply_workspace_edit = function(edit, ...)
    local answer = apply(edit, ...)
    created(edit)
    return answer
  end
end

-- make creates the folder of a buffer before it is written.
function M.make(buf)
  if not vim.b[buf].edit_lsp_created or not require('edit_lsp').options.make_folders then return end
  vim.fn.mkdir(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ':p:h'), 'p')
end

return M
