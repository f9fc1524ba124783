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
    /** Presses keys, and waits for what the focused row then says. */
    const press = async (text, ...all) => {
      for (const keys of all) await ask('press', { keys });
      await ask('texts', { selector: `${rows}.focused`, text });
    };
    await focusView();
    await ask('texts', { selector: rows, text: ['(matches at lines 3 and 5)', '+3 −0'] });
    // The first block, below its file.
    await press('cart.py', 'Home');
    await press('ready', 'ArrowDown');
    await ask('press', { keys: 'Shift+F10' });
    found.menu = await ask('texts', { selector: '.monaco-menu .action-label', text: 'Apply Edit' });
    await ask('shot', { name: 'view-menu' });
    await press('ready', 'Escape', 'Control+Alt+p');
    found.title = (await activeTab('↔')).label;
    await ask('present', { selector: '.monaco-diff-editor .monaco-editor.focused' });
    await focusView();
    await press('applied', 'Control+Alt+Enter');
    await press('ready', 'Control+Alt+z');
    // Why the ambiguous block doesn't apply.
    await press('ambiguous', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Control+Alt+c');
    await ask('texts', { selector: toast, text: 'retry prompt' });
    found.texts = [await vscode.env.clipboard.readText()];
    // All edits of a file.
    await press('cart.py', 'Home', 'Control+Alt+Enter');
    found.message = await ask('texts', { selector: said, text: 'Applied 1 edit to src/cart.py' });
    await save('src/cart.py');
  },
};
