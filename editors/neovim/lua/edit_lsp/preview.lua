-- Shows the diffs of edits.
local M = {}

local chat = require('edit_lsp.chat')

-- scratch shows a diff in a new window. q closes it.
local function scratch(text)
  vim.cmd('new')
  local buf = vim.api.nvim_get_current_buf()
  vim.bo[buf].buftype, vim.bo[buf].bufhidden, vim.bo[buf].swapfile = 'nofile', 'wipe', false
  pcall(vim.api.nvim_buf_set_name, buf, 'edit-lsp://preview')
  vim.api.nvim_buf_set_lines(buf, 0, -1, true, vim.split((text:gsub('\n$', '')), '\n'))
  vim.bo[buf].modifiable, vim.bo[buf].filetype = false, 'diff'
  vim.api.nvim_buf_set_keymap(buf, 'n', 'q', '<Cmd>close<CR>', { noremap = true, silent = true })
end

-- show shows the diffs of the edits in a list of arguments.
function M.show(buf, arguments)
  local diffs = {}
  local function next_one(i)
    if i > #arguments then return scratch(table.concat(diffs)) end
    chat.execute(buf, 'preview', arguments[i], function(result)
      if result.diff == '' then return chat.say(result.reason or 'nothing to preview') end
      table.insert(diffs, result.diff)
      next_one(i + 1)
    end)
  end
  next_one(1)
end

-- all shows what :EditLspApplyAll would do.
function M.all(buf)
  chat.status(buf, function(entries, _, document)
    local code = chat.only_code(entries, document)
    M.show(buf, #code > 0 and vim.tbl_map(function(e) return e.argument end, code) or { {} })
  end)
end

return M
