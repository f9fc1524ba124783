// Where things are in VS Code's window.
exports.toast = '.notification-toast .notification-list-item-message';
exports.button = '.notification-toast .monaco-button';
exports.dialog = '.monaco-dialog-box';
exports.lens = '.codelens-decoration';
exports.rows = '.pane-body .monaco-list-row';
exports.notification = '.notifications-center .notification-list-item';
exports.status = '#edit-lsp\\.edit-lsp\\.edit-lsp\\.status';
exports.said = '#status\\.extensionMessage';
exports.offer = '#edit-lsp\\.edit-lsp\\.edit-lsp\\.clipboard';
exports.saveItem = '#edit-lsp\\.edit-lsp\\.edit-lsp\\.save';
