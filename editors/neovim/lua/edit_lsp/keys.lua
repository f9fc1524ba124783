-- The mappings: <Plug> for all, and default keys in chats and targets.
local M = {}

-- Each row has the <Plug> name, the command, the default key if any, and whether it is also set
-- in targets.
M.list = {
  { 'apply', 'EditLspApply', '<LocalLeader>a', true },
  { 'apply-all', 'EditLspApplyAll' },
  { 'apply-all-and-write', 'EditLspApplyAll!', '<LocalLeader>A' },
  { 'apply-file', 'EditLspApplyFile' },
  { 'preview', 'EditLspPreview', '<LocalLeader>p', true },
  { 'revert', 'EditLspRevert', '<LocalLeader>r', true },
  { 'revert-all', 'EditLspRevertAll' },
  { 'next-edit', 'EditLspNextEdit', ']e', true },
  { 'previous-edit', 'EditLspPrevEdit', '[e', true },
  { 'next', 'EditLspNext' },
  { 'previous', 'EditLspPrev' },
  { 'blocks', 'EditLspBlocks' },
  { 'next-failed', 'EditLspNext!', '<LocalLeader>n' },
  { 'fix', 'EditLspFix', '<LocalLeader>f' },
  { 'retry-prompt', 'EditLspRetryPrompt' },
  { 'retry-prompt-all', 'EditLspRetryPrompt all', '<LocalLeader>q' },
  { 'go-to', 'EditLspGoTo', 'gd' },
  { 'paste', 'EditLspPaste' },
}

local function plug(name) return ('<Plug>(edit-lsp-%s)'):format(name) end

function M.create()
  for _, row in ipairs(M.list) do
    vim.api.nvim_set_keymap('n', plug(row[1]), ('<Cmd>%s<CR>'):format(row[2]), { noremap = true, silent = true })
  end
end

-- set sets the default keys in a buffer, except those already mapped and those whose <Plug>
-- mapping has another key.
local function set(buf, wanted)
  if not require('edit_lsp').options.keys then return end
  vim.api.nvim_buf_call(buf, function()
    for _, row in ipairs(M.list) do
      local key = row[3] and row[3]:gsub('<LocalLeader>', vim.g.maplocalleader or '\\')
      if key and wanted(row) and vim.fn.maparg(key, 'n') == '' and vim.fn.hasmapto(plug(row[1]), 'n') == 0 then
        vim.api.nvim_buf_set_keymap(buf, 'n', key, plug(row[1]), { silent = true })
      end
    end
  end)
end

function M.chat(buf) set(buf, function() return true end) end

function M.target(buf) set(buf, function(row) return row[4] end) end

return M
