-- Makes the missing folders of files that our edits create. Neovim does so itself since
-- 0.10; before, the file is only a buffer whose folder is missing when it is written.
local M = {}

-- created marks the buffers of the files that an edit creates.
local function created(edit)
  for _, change in ipairs(edit.documentChanges or {}) do
    if change.kind == 'create' then vim.b[vim.uri_to_bufnr(change.uri)].edit_lsp_created = true end
  end
end

-- enable begins to watch the edits that clients make.
function M.enable()
  local apply = vim.lsp.util.apply_workspace_edit
  vim.lsp.util.apply_workspace_edit = function(edit, ...)
    local answer = apply(edit, ...)
    created(edit)
    return answer
  end
end

-- make makes the folder of a buffer that is about to be written.
function M.make(buf)
  if not vim.b[buf].edit_lsp_created or not require('edit_lsp').options.make_folders then return end
  vim.fn.mkdir(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ':p:h'), 'p')
end

return M
