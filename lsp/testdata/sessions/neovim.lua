-- The session in Neovim, from 0.7 on: looks at the demo chat, applies one block and then
-- all others by the list of code actions, saves, and closes. SESSION_SERVER is the
-- command of the server, SESSION_PLUGIN the folder of our plugin.
local patience = 60000 -- milliseconds; only reached when something is wrong

local function await(what, done)
  if not vim.wait(patience, done, 5) and not done() then error('timed out waiting for ' .. what) end
end

local function choose(title)
  local failure, chosen
  vim.ui.select = function(items, _, choice)
    for i, item in ipairs(items) do
      if (item.action or item[2]).title == title then
        chosen = true
        return choice(item, i)
      end
    end
    failure = 'there is no ' .. title
    choice(nil)
  end
  vim.lsp.buf.code_action()
  await(title, function() return chosen or failure end)
  if failure then error(failure) end
end

local function line_of(path, line) return vim.fn.getbufline(path, line)[1] or '' end

local function session()
  vim.o.hidden = true
  vim.opt.runtimepath:prepend(os.getenv('SESSION_PLUGIN'))
  vim.cmd('filetype on')
  vim.cmd('runtime plugin/edit_lsp.lua')
  require('edit_lsp').setup({ cmd = { os.getenv('SESSION_SERVER') } })

  vim.cmd('edit chat.md')
  local chat = vim.api.nvim_get_current_buf()
  await('diagnostics', function() return #vim.diagnostic.get(chat) == 6 end)

  vim.api.nvim_win_set_cursor(0, { 16, 0 })
  local windows = #vim.api.nvim_list_wins()
  vim.lsp.buf.hover()
  await('hover', function() return #vim.api.nvim_list_wins() > windows end)
  vim.lsp.buf.document_symbol()
  await('symbols', function() return vim.bo.buftype == 'quickfix' end)
  vim.cmd('close')
  vim.api.nvim_set_current_buf(chat)

  choose('Apply edit')
  await('the edit', function() return line_of('web/cart.ts', 10):find('line.count', 1, true) end)
  await('its finding', function() return #vim.diagnostic.get(chat) == 7 end)
  choose('Apply all 4 edits of this turn')
  await('the edits', function() return line_of('stock/report/totals.py', 1) ~= '' end)
  await('their findings', function() return #vim.diagnostic.get(chat) == 11 end)
  vim.cmd('wall')

  vim.cmd('bdelete ' .. chat)
  local client = require('edit_lsp.client')
  client.stop()
  await('the end of the server', function() return #client.all() == 0 end)
end

local ok, err = xpcall(session, debug.traceback)
if not ok then
  io.stderr:write(err .. '\n')
  vim.cmd('cquit!')
end
vim.cmd('qall!')
