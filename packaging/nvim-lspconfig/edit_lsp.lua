---@brief
---
--- https://github.com/edit-lsp/edit-lsp
---
--- edit-lsp judges and applies the code edits ("edit blocks") that language models propose in text.
---
--- The program `edit-lsp` has to be in `$PATH`; how to install it is told
--- [here](https://github.com/edit-lsp/edit-lsp/blob/main/docs/install.md).
---
--- Edit blocks are looked for in Markdown, in plain text and in the buffers of chat plugins. There is
--- no `filetypes`, since the text of a target that is not saved yet only counts in a buffer that the
--- server knows.
---
---@type vim.lsp.Config
return {
  cmd = { 'edit-lsp' },
  root_markers = { 'edit-lsp.toml', '.edit-lsp.toml', '.git' },
}
