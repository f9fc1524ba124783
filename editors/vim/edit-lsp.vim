" edit-lsp in Vim with ALE: copy to ~/.vim/plugin/edit-lsp.vim, or source it from vimrc.
"
" :ALECodeAction on an edit block lists its code actions.

if exists('g:loaded_edit_lsp') || !exists('*ale#linter#Define')
  " ALE autoloads its functions on first use.
  runtime! autoload/ale/linter.vim
endif
if exists('g:loaded_edit_lsp') || !exists('*ale#linter#Define')
  finish
endif
let g:loaded_edit_lsp = 1

" The chats, and the files that edits change: in other files, the server doesn't see
" unsaved text.
let s:filetypes = get(g:, 'edit_lsp_filetypes', [
      \ 'markdown', 'text', 'org',
      \ 'c', 'cpp', 'css', 'go', 'html', 'java', 'javascript', 'json', 'lua', 'python', 'ruby',
      \ 'rust', 'sh', 'toml', 'typescript', 'typescriptreact', 'javascriptreact', 'vim', 'yaml'])

function! s:Language(buffer) abort
  let l:filetype = getbufvar(a:buffer, '&filetype')
  return l:filetype is# 'text' ? 'plaintext' : l:filetype
endfunction

" The folder that a chat's paths are relative to: the closest with .git, or the current one.
function! s:Root(buffer) abort
  let l:git = finddir('.git', expand('#' . a:buffer . ':p:h') . ';')
  return empty(l:git) ? getcwd() : fnamemodify(l:git, ':p:h:h')
endfunction

for s:filetype in s:filetypes
  call ale#linter#Define(s:filetype, {
        \ 'name': 'edit_lsp',
        \ 'lsp': 'stdio',
        \ 'executable': 'edit-lsp',
        \ 'command': '%e',
        \ 'language': function('s:Language'),
        \ 'project_root': function('s:Root'),
        \ })
endfor
