---@brief
---
--- https://github.com/edit-lsp/edit-lsp
---
--- edit-lsp checks and applies the code edits ("edit blocks") that AI models write in chat replies.
---
--- The program `edit-lsp` must be in `$PATH`. See
--- [Install](https://github.com/edit-lsp/edit-lsp/blob/main/docs/install.md).
---
--- It scans Markdown, plain text and the buffers of chat plugins for edit blocks. There is no
--- `filetypes`, because the server sees unsaved text only in buffers that it is attached to.
---
---@type vim.lsp.Config
return {
  cmd = { 'edit-lsp' },
  root_markers = { 'edit-lsp.toml', '.edit-lsp.toml', '.git' },
}
