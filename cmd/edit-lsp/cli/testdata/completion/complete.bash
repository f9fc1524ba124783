# Prints what Tab offers in bash after the line $1, as its completion package calls the script.
source /usr/share/bash-completion/bash_completion
source <(edit-lsp completion bash)
COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMP_KEY=9
read -ra COMP_WORDS <<<"$1"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
__start_edit-lsp 2>/dev/null # compopt works only after a key
printf '%s\n' "${COMPREPLY[@]}"
