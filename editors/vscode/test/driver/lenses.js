// The scenarios of lenses that correct paths, and of long chats.
const vscode = require('vscode');
const { lens } = require('./selectors');
const { goTo, openChat, save, until } = require('./steps');

const run = vscode.commands.executeCommand;

module.exports = {
  // One path is corrected by its lens, then the others by one lens.
  async paths(found, ask, { first }) {
    const { document } = await openChat();
    const changed = (text) => until(text, [vscode.workspace.onDidChangeTextDocument], () => document.getText().includes(text));
    found.lenses = await ask('texts', { selector: `${lens} a`, text: 'Fix all 3 paths' });
    await ask('shot', { name: 'paths' });
    await ask('click', { selector: `${lens} a`, text: `Did you mean ${first}?` });
    await changed(`${first}\n`);
    await ask('click', { selector: `${lens} a`, text: 'Fix all 2 paths' });
    await ask('texts', { selector: lens, text: 'Apply all 3 of 3' });
    found.texts = [document.getText()];
    await save('chat.md');
  },

  // Only the lines near those shown have lenses, and no block has its sections.
  async longChat(found, ask, { last, ends, wanted }) {
    const editor = await openChat('chat.md', 0);
    await ask('texts', { selector: lens, text: 'src/cart.py:1' });
    const all = await run('vscode.executeCodeLensProvider', editor.document.uri);
    const symbols = await run('vscode.executeDocumentSymbolProvider', editor.document.uri);
    found.lines = [all.at(-1).range.start.line, symbols.length, symbols.flatMap(({ children }) => children).length];
    goTo(editor, editor.document.lineCount);
    found.lenses = await ask('texts', { selector: lens, text: last });
    found.texts = await ask('colours', { texts: ends, wanted });
    await ask('present', { selector: '.view-overlays .cdr[class*=ced-]' });
    await ask('shot', { name: 'long-chat' });
  },
};
