-- Neovim loads this at startup. It only waits for the first chat.
if vim.g.loaded_edit_lsp or vim.fn.has('nvim-0.7') == 0 then return end
vim.g.loaded_edit_lsp = true

local group = vim.api.nvim_create_augroup('edit_lsp', {})

-- Chat windows get their name and options in any order, so wait until that is done.
vim.api.nvim_create_autocmd({ 'FileType', 'BufReadPost', 'BufNewFile' }, {
  group = group,
  callback = function(event)
    vim.schedule(function() require('edit_lsp').look(event.buf) end)
  end,
})

-- Some chat plugins let only themselves change their buffers.
vim.api.nvim_create_autocmd('OptionSet', {
  group = group,
  pattern = 'modifiable',
  callback = function()
    vim.schedule(function()
      for _, buf in ipairs(vim.api.nvim_list_bufs()) do
        if vim.api.nvim_buf_is_loaded(buf) and require('edit_lsp').is_chat(buf) then require('edit_lsp.client').tell(buf) end
      end
    end)
  end,
})

-- Pasted text has no filetype.
vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI' }, {
  group = group,
  callback = function(event)
    if vim.api.nvim_buf_get_name(event.buf) == '' then require('edit_lsp.paste').changed(event.buf) end
  end,
})

-- Chat plugins rename their buffers.
vim.api.nvim_create_autocmd('BufFilePre', {
  group = group,
  callback = function(event) require('edit_lsp.names').leave(event.buf) end,
})
vim.api.nvim_create_autocmd('BufFilePost', {
  group = group,
  callback = function(event) require('edit_lsp.names').enter(event.buf) end,
})
vim.api.nvim_create_autocmd('BufWriteCmd', {
  group = group,
  pattern = 'untitled://*',
  callback = function() require('edit_lsp.names').refuse() end,
})
vim.api.nvim_create_autocmd('BufWritePost', {
  group = group,
  callback = function(event)
    local buf, path = event.buf, event.match
    vim.schedule(function() require('edit_lsp.names').wrote(buf, path) end)
  end,
})

-- A chat that is looked at shows what its files are now, also after a checkout. In the event itself, Neovim reads none.
vim.api.nvim_create_autocmd({ 'BufEnter', 'FocusGained', 'ShellCmdPost' }, {
  group = group,
  callback = function()
    if not require('edit_lsp').is_chat(vim.api.nvim_get_current_buf()) then return end
    vim.schedule(function() require('edit_lsp.files').reread() end)
  end,
})

vim.api.nvim_create_autocmd('BufWritePre', {
  group = group,
  callback = function(event) require('edit_lsp.folders').make(event.buf) end,
})
if vim.fn.has('nvim-0.10') == 0 then require('edit_lsp.folders').enable() end

if vim.fn.has('nvim-0.8') == 1 then
  vim.api.nvim_create_autocmd('LspAttach', {
    group = group,
    callback = function(event)
      if require('edit_lsp').is_chat(event.buf) and require('edit_lsp.client').of(event.buf) then
        require('edit_lsp.show').attached(event.buf)
      end
    end,
  })
end
if vim.fn.has('nvim-0.10') == 1 then
  vim.api.nvim_create_autocmd('LspRequest', {
    group = group,
    callback = function(event)
      local client, request = vim.lsp.get_client_by_id(event.data.client_id), event.data.request
      if client and client.name == 'edit_lsp' and request.method == 'codeAction/resolve' and request.type == 'complete' then
        require('edit_lsp.commands').resolved()
      end
    end,
  })
end
vim.api.nvim_create_autocmd('DiagnosticChanged', {
  group = group,
  callback = function(event)
    local buf = event.buf
    vim.schedule(function()
      if vim.api.nvim_buf_is_valid(buf) and require('edit_lsp').is_chat(buf) then require('edit_lsp.show').changed(buf) end
    end)
  end,
})

-- Neovim shows what arrives in insert mode when that ends in the same buffer. A chat's diagnostics
-- also change when the user types into a target.
vim.api.nvim_create_autocmd('InsertLeave', {
  group = group,
  callback = function(event) require('edit_lsp.show').insert_left(event.buf) end,
})

-- When the last chat is closed, its edits disappear from the files.
vim.api.nvim_create_autocmd('BufUnload', {
  group = group,
  callback = function(event)
    require('edit_lsp.growth').forget(event.buf)
    require('edit_lsp.paste').forget(event.buf)
    require('edit_lsp.root').forget(event.buf)
    if require('edit_lsp').is_chat(event.buf) then require('edit_lsp.targets').refresh_all() end
  end,
})

vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = function() require('edit_lsp.show').highlights() end })
require('edit_lsp.show').highlights()
require('edit_lsp.commands').create()
require('edit_lsp.keys').create()

-- Without a plugin manager, the help tags must be generated here.
local doc = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h') .. '/doc'
if vim.fn.filereadable(doc .. '/tags') == 0 then pcall(vim.cmd, 'helptags ' .. vim.fn.fnameescape(doc)) end
