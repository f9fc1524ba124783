// The scenarios of edits that are confirmed, and of code blocks.
const vscode = require('vscode');
const { button, dialog, lens, rows, said, status, toast } = require('./selectors');
const { activeTab, choose, goTo, openChat, save, saved, unsaved, until } = require('./steps');

const run = vscode.commands.executeCommand;

/** Presses a button of a question, and returns the question's text. */
async function answer(ask, text, button) {
  const shown = await ask('texts', { selector: `${dialog} .dialog-message-container`, text });
  await ask('shot', { name: `question-${button.toLowerCase()}` });
  await ask('click', { selector: `${dialog} .monaco-button`, text: button });
  await ask('gone', { selector: dialog });
  return shown;
}

module.exports = {
  async questions(found, ask, { guarded, part }) {
    const editor = await openChat();
    found.lenses = await ask('texts', { selector: `${lens} a`, text: 'Write to' });
    await run('edit-lsp.blocks.focus');
    found.rows = await ask('texts', { selector: rows, text: ['not read', 'nothing but elisions'] });
    await ask('shot', { name: 'code-blocks' });

    // The row of a code block, below the row of its file, has a block's menu.
    await ask('present', { selector: '.pane-body .monaco-list:focus' });
    for (const keys of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await ask('press', { keys });
    await ask('texts', { selector: `${rows}.focused`, text: 'code block' });
    await ask('press', { keys: 'Shift+F10' });
    found.menu = await ask('texts', { selector: '.monaco-menu .action-label', text: 'Apply Edit' });
    await ask('press', { keys: 'Escape' });

    // A quick fix of a block that asks first.
    await vscode.window.showTextDocument(editor.document);
    goTo(editor, guarded);
    await choose(ask, 'Apply edit…');
    found.message = await answer(ask, 'Protected file', 'Apply');
    await unsaved('.github/workflows/ci.yml');
    await save('.github/workflows/ci.yml');

    // A code block by its key, after a look at the diff.
    await vscode.window.showTextDocument(editor.document);
    goTo(editor, part);
    await ask('texts', { selector: status, text: '2 code blocks' });
    await ask('press', { keys: 'Control+Alt+Enter' });
    found.message.push(...(await answer(ask, 'Replaces the whole file', 'Preview')));
    found.title = (await activeTab('↔')).label;
    await ask('texts', { selector: '.monaco-diff-editor .view-line', text: 'l.count' });
    await run('edit-lsp.applyPreview');
    await unsaved('src/cart.py');
    await save('src/cart.py');

    // What was written of it is reverted there, too.
    await vscode.window.showTextDocument(editor.document);
    goTo(editor, part);
    await ask('texts', { selector: `${lens} a`, text: 'Revert' });
    await run('edit-lsp.revert');
    await unsaved('src/cart.py', (text) => !text.includes('l.count'));
    await save('src/cart.py');

    await vscode.window.showTextDocument(editor.document);
    await run('edit-lsp.copyRetryPrompt');
    await ask('texts', { selector: toast, text: 'retry prompt' });
    found.texts = [await vscode.env.clipboard.readText()];
    await run('edit-lsp.copyInstructions');
    found.texts.push(await vscode.env.clipboard.readText());
    await run('notifications.clearAll');
    await ask('gone', { selector: toast });
  },

  // A file that was deleted comes back with its line endings.
  async deletionReverted(found, ask, { line }) {
    const editor = await openChat('chat.md', 0);
    goTo(editor, line);
    await ask('texts', { selector: `${lens} a`, text: 'Apply…' });
    void run('edit-lsp.applyBlock');
    found.message = await answer(ask, 'Deletes the file', 'Apply');
    await ask('texts', { selector: `${lens} a`, text: 'Revert' });
    await run('edit-lsp.revert');
    await unsaved('docs/old.txt');
    await save('docs/old.txt');
  },

  // From a code block to its change in the file, which a key applies there.
  async changeInTarget(found, ask, { line }) {
    goTo(await openChat('chat.md', 0), line);
    await ask('texts', { selector: `${lens} a`, text: 'Write to' });
    void run('edit-lsp.showTarget');
    const here = () => vscode.window.activeTextEditor?.document.uri.path.endsWith('src/cart.py');
    await until('the file', [vscode.window.onDidChangeActiveTextEditor, vscode.window.onDidChangeTextEditorSelection], here);
    const editor = vscode.window.activeTextEditor;
    found.lenses = await ask('texts', { selector: lens, text: 'Change 1 of 1 from chat.md: Apply' });
    found.lines = [editor.selection.active.line + 1];
    await ask('present', { selector: '.glyph-margin-widgets .cgmr[class*=ced-]' });
    await ask('shot', { name: 'change-in-target' });
    await ask('press', { keys: 'Control+Alt+Enter' });
    await unsaved('src/cart.py', (text) => text.includes('l.count'));
    await ask('texts', { selector: lens, text: 'Change 1 of 1 applied' });
    await run('edit-lsp.revert');
    await unsaved('src/cart.py', (text) => !text.includes('l.count'));
    await save('src/cart.py');
  },

  // Two code blocks are written one by one, by their key. The rest isn't read, so nothing is left then.
  async lastCodeBlock(found, ask, { created, replaced }) {
    const editor = await openChat('chat.md', 0);
    await ask('texts', { selector: status, text: '2 code blocks' });
    goTo(editor, created);
    await ask('press', { keys: 'Control+Alt+Enter' });
    await unsaved('docs/new/page.md');
    found.after = await ask('texts', { selector: said, text: 'Applied' });
    await vscode.window.showTextDocument(editor.document);
    goTo(editor, replaced);
    await ask('press', { keys: 'Control+Alt+Enter' });
    await answer(ask, 'Replaces the whole file', 'Apply');
    await unsaved('src/cart.py');
    found.message = await ask('texts', { selector: toast, text: 'Applied' });
    found.buttons = await ask('texts', { selector: button, text: 'Save' });
    await save('src/cart.py', 'docs/new/page.md');
  },

  // A pasted answer is saved under the name that VS Code suggests, and its code blocks can still be written.
  async savedAnswer(found, ask, { answer }) {
    const pasted = await vscode.workspace.openTextDocument({ language: 'markdown', content: answer });
    await vscode.window.showTextDocument(pasted);
    await ask('texts', { selector: `${lens} a`, text: 'Write to' });
    void run('workbench.action.files.save');
    await ask('present', { selector: '.quick-input-widget .quick-input-box input' });
    await ask('press', { keys: 'Enter' });
    const here = () => vscode.window.activeTextEditor?.document.uri.scheme !== 'untitled' && pasted.isClosed;
    await until('the saved answer', [vscode.window.onDidChangeActiveTextEditor, vscode.workspace.onDidCloseTextDocument], here);
    found.title = vscode.workspace.asRelativePath(vscode.window.activeTextEditor.document.uri);
    await ask('click', { selector: `${lens} a`, text: 'Create docs/new/page.md' });
    await unsaved('docs/new/page.md');
    await save('docs/new/page.md');
  },

  // All code blocks of a chat without blocks, after one question.
  async allCodeBlocks(found, ask) {
    await openChat('chat.md', 0);
    await ask('texts', { selector: `${lens} a`, text: 'Write to' });
    void run('edit-lsp.applyAll');
    found.message = await answer(ask, 'Write 2 code blocks', 'Apply');
    await unsaved('src/cart.py');
    found.message.push(...(await ask('texts', { selector: toast, text: 'Applied' })));
    await ask('click', { selector: '.notification-toast .monaco-button', text: 'Save' });
    await saved();
  },
};
