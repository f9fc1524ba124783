-- :checkhealth edit_lsp
local M = {}

-- report returns the functions for health reports, which were renamed twice.
local function report()
  local health = vim.health or require('health')
  if health.start then return health end
  return { start = health.report_start, ok = health.report_ok, info = health.report_info, warn = health.report_warn, error = health.report_error }
end

function M.check()
  local h, client = report(), require('edit_lsp.client')
  h.start('edit-lsp')
  if vim.fn.has('nvim-0.7') == 1 then
    h.ok('Neovim is new enough')
  else
    h.error('Neovim is older than 0.7')
  end
  local cmd = client.config().cmd
  if type(cmd) == 'table' then
    local path = vim.fn.exepath(cmd[1])
    if path == '' then
      h.error(('%s is not in PATH'):format(cmd[1]), {
        'Install it: run `make install` in a clone of the repository. Then `edit-lsp version` must work in a terminal.',
        "Or set its path: require('edit_lsp').setup({ cmd = { '/path/to/edit-lsp' } })",
      })
    else
      h.ok(('%s is %s'):format(path, vim.trim(vim.fn.system({ path, 'version' }))))
    end
  end
  local clients = client.all()
  if #clients == 0 then h.info('the server is not running; it starts with the first chat') end
  for _, c in ipairs(clients) do
    local chats, files = {}, 0
    for _, buf in ipairs(vim.api.nvim_list_bufs()) do
      if vim.lsp.buf_is_attached(buf, c.id) then
        if require('edit_lsp').is_chat(buf) then
          table.insert(chats, vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ':~:.'))
        else
          files = files + 1
        end
      end
    end
    h.ok(('the server is running for %s; chats: %s; other buffers: %d'):format(c.config.root_dir or 'no folder', #chats > 0 and table.concat(chats, ', ') or 'none', files))
  end
  local missing = {}
  if vim.fn.has('nvim-0.10') == 0 then table.insert(missing, 'inlay hints') end
  if #missing > 0 then h.info(table.concat(missing, ', ') .. ' need Neovim 0.10; the rest works') end
end

return M
