# Prints what Tab offers in fish after a line.
edit-lsp completion fish | source
complete -C $argv[1]
