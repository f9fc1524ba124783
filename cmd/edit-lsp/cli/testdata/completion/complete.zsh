# Types the line $1 and Tab into an interactive zsh, and prints its screen once $2 is there.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; autoload -U compinit; compinit -u -D; source <(edit-lsp completion zsh); echo re""ady'
zpty -r shell screen $'*\nready*'
zpty -n -w shell "$1"$'\t'
zpty -r shell screen "*$2*" && print -r -- $screen
