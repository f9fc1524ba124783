// The scenarios of a whole review or session.
const vscode = require('vscode');
const { button, dialog, lens, notification, rows, said, saveItem, toast } = require('./selectors');
const { at, choose, findings, goTo, keysWork, openChat, plain, save, saved, unsaved, until } = require('./steps');

const run = vscode.commands.executeCommand;

module.exports = {
  // Every edit is reviewed and applied in its target, by keys only. A single notification is left,
  // at the end.
  async review(found, ask, { first, stops, counts }) {
    goTo(await openChat(), first);
    await keysWork(ask);
    await run('editor.action.showContextMenu');
    found.menu = await ask('texts', { selector: '.monaco-menu .action-label', text: 'Edit Blocks' });
    await ask('press', { keys: 'Escape' });
    await run('workbench.action.focusActiveEditorGroup');
    const here = () => {
      const editor = vscode.window.activeTextEditor;
      return editor && `${vscode.workspace.asRelativePath(editor.document.uri)}:${editor.selection.active.line + 1}`;
    };
    found.lenses = [];
    found.after = [];
    for (const [i, stop] of stops.entries()) {
      await ask('press', { keys: 'Control+F7' });
      await until(stop, [vscode.window.onDidChangeActiveTextEditor, vscode.window.onDidChangeTextEditorSelection], () => here() === stop);
      found.lenses.push(...(await ask('texts', { selector: lens, text: `Edit ${i + 1} of 5 from chat.md` })));
      await ask('present', { selector: '.glyph-margin-widgets .cgmr[class*=ced-]' });
      await ask('shot', { name: `review-${i + 1}` });
      const { document } = vscode.window.activeTextEditor;
      const { version } = document;
      await ask('press', { keys: 'Control+Alt+Enter' });
      await until('the edit', [vscode.workspace.onDidChangeTextDocument], () => document.version > version);
      await ask('texts', { selector: lens, text: `Edit ${i + 1} of 5 applied` });
      const [path] = stop.split(':');
      if (i + 1 < stops.length) found.after.push(...(await ask('texts', { selector: said, text: `to ${path}` })));
      found.after.push(...(await ask('texts', { selector: saveItem, text: counts[i] })));
    }
    await ask('gone', { selector: `${said} >> visible=true` });
    await ask('shot', { name: 'review-done' });
    found.titles = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((open) => open.label));
    await run('notifications.showList');
    found.message = await ask('texts', { selector: `${notification}-message`, text: 'Applied' });
    found.buttons = await ask('texts', { selector: `${notification} .monaco-button`, text: 'Save' });
    await ask('click', { selector: `${notification} .monaco-button`, text: 'Save' });
    await saved();
    await ask('gone', { selector: `${saveItem} >> visible=true` });
  },

  async whyNot(found, ask, { path, lines }) {
    await openChat();
    const editor = await vscode.window.showTextDocument(at(path));
    await ask('texts', { selector: lens, text: "doesn't apply" });
    found.message = [];
    for (const line of lines) {
      goTo(editor, line);
      await ask('press', { keys: 'Control+Alt+Enter' });
      found.message.push(...(await ask('texts', { selector: toast, text: 'dit' })));
      await run('notifications.clearAll');
      await ask('gone', { selector: toast });
    }
  },

  // A choice is kept when all is applied later, and manual changes of a result don't block
  // other blocks, also after a restart of the server.
  async session(found, ask, { ambiguous, place, first }) {
    const editor = await openChat();
    goTo(editor, ambiguous);
    await choose(ask, place);
    await unsaved('src/shop.py');
    await ask('shot', { name: 'session-chosen' });
    goTo(editor, first);
    await run('edit-lsp.applyBlock');
    await unsaved('src/cart.py');
    const target = await vscode.workspace.openTextDocument(at('src/cart.py'));
    const improved = new vscode.WorkspaceEdit();
    improved.replace(target.uri, target.lineAt(1).range, '    return round(sum(l.cents * l.count for l in lines))');
    await vscode.workspace.applyEdit(improved);
    await ask('texts', { selector: lens, text: 'applied; changed since' });
    await ask('shot', { name: 'session-improved' });
    await vscode.window.showTextDocument(editor.document);
    // A restarted server knows what was applied, and reverts what wasn't changed since.
    await save('src/cart.py', 'src/shop.py');
    await run('edit-lsp.restart');
    await findings(editor.document.uri, (list) => list.some(({ message }) => message === 'Applied; changed since'));
    await run('edit-lsp.revertAll');
    found.after = await ask('texts', { selector: toast, text: 'Reverted' });
    await save('src/shop.py');
    await run('notifications.clearAll');
    goTo(editor, ambiguous);
    await choose(ask, place);
    await unsaved('src/shop.py');
    await run('edit-lsp.applyAllAndSave');
    found.message = await ask('texts', { selector: toast, text: 'Saved' });
    await save('src/cart.py', 'src/shop.py', 'docs/new/page.md');
    await ask('shot', { name: 'session-all' });
  },

  // The message undoes all that was applied.
  async undoAll(found, ask) {
    await openChat();
    await run('edit-lsp.applyAll');
    await unsaved('src/cart.py');
    await ask('click', { selector: button, text: 'Undo' });
    // A new file goes again.
    await ask('click', { selector: `${dialog} .monaco-button`, text: 'Apply' });
    found.message = await ask('texts', { selector: toast, text: 'Reverted' });
    await save('src/cart.py', 'src/shop.py');
  },

  // No editor shows the clipboard's answer, since all of it applies. The view does.
  async clipboardInTheView(found, ask, { answer }) {
    await vscode.env.clipboard.writeText(answer);
    await run('edit-lsp.applyClipboard');
    await unsaved('src/cart.py');
    await run('edit-lsp.blocks.focus');
    found.summary = await ask('texts', { selector: '.pane-body .message', text: '1 applied' });
    found.rows = await ask('texts', { selector: rows, text: 'applied' });
    await vscode.window.showTextDocument(at('src/cart.py'));
    await save('src/cart.py');
    found.after = await ask('texts', { selector: '.pane-body .message', text: '1 applied' });
  },

  // A pasted answer in a window with two folders: one path is in both, one begins with a folder's name, one file is new.
  async severalFolders(found, ask, { answer, place }) {
    const pasted = await vscode.workspace.openTextDocument({ language: 'markdown', content: answer });
    const editor = await vscode.window.showTextDocument(pasted);
    found.openedFindings = plain(await findings(pasted.uri, (list) => list.length === 1)).map(({ code }) => code);
    await ask('texts', { selector: lens, text: 'new.ini' });
    await ask('shot', { name: 'several-folders' });
    goTo(editor, 1);
    found.actions = await choose(ask, place);
    await findings(pasted.uri, (list) => list.length === 0);
    found.lenses = await ask('texts', { selector: `${lens} a`, text: 'Apply all 3' });
    await run('edit-lsp.applyAllAndSave');
    found.message = await ask('texts', { selector: toast, text: 'Saved' });
    await run('workbench.action.revertAndCloseActiveEditor');
  },
};
