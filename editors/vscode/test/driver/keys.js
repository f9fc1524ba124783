// The scenario of the view by keys only.
const vscode = require('vscode');
const { rows, said, toast } = require('./selectors');
const { activeTab, keysWork, openChat, save } = require('./steps');

const run = vscode.commands.executeCommand;

module.exports = {
  async viewByKeys(found, ask) {
    await openChat();
    await keysWork(ask);
    const focusView = async () => {
      await run('edit-lsp.blocks.focus');
      await ask('present', { selector: '.pane-body .monaco-list:focus' });
    };
    const focused = `${rows}.focused`;
    /** Moves to a row, and waits for what it says. */
    const moveTo = async (text, ...all) => {
      for (const keys of all) await ask('press', { keys });
      await ask('texts', { selector: focused, text });
    };
    const press = (keys, selector, text) => ask('press', { keys, until: { selector, text } });
    await focusView();
    await ask('texts', { selector: rows, text: ['(matches at lines 3 and 5)', '+3 −0'] });
    // The first block, below its file.
    await moveTo('cart.py', 'Home');
    await moveTo('ready', 'ArrowDown');
    found.menu = await press('Shift+F10', '.monaco-menu .action-label', 'Apply Edit');
    await ask('shot', { name: 'view-menu' });
    await ask('press', { keys: 'Escape' });
    await press('Control+Alt+p', '.monaco-diff-editor .monaco-editor.focused');
    found.title = (await activeTab('↔')).label;
    await focusView();
    await press('Control+Alt+Enter', focused, 'applied');
    await press('Control+Alt+z', focused, 'ready');
    // Why the ambiguous block doesn't apply.
    await moveTo('ambiguous', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await press('Control+Alt+c', toast, 'retry prompt');
    found.texts = [await vscode.env.clipboard.readText()];
    // All edits of a file.
    await moveTo('cart.py', 'Home');
    await press('Control+Alt+Enter', said, 'Applied 1 edit to src/cart.py');
    found.message = await ask('texts', { selector: said, text: 'Applied 1 edit to src/cart.py' });
    await save('src/cart.py');
  },
};
