// The scenarios. Each stores its results in `found`, which the test checks together with the
// files on disk. They share a window, so each sets back the settings that it changes.
const vscode = require('vscode');
const keys = require('./keys');
const lenses = require('./lenses');
const questions = require('./questions');
const review = require('./review');
const { button, lens, offer, rows, said, saveItem, status, toast } = require('./selectors');
const { activeTab, actionsAt, at, choose, findings, goTo, keysWork, openChat, plain, save, saved, type, unsaved, until } = require('./steps');

const run = vscode.commands.executeCommand;

/** 1-based lines of the test's chat. */
const line = { cart: 4, shop: 12 };

module.exports = {
  ...keys,
  ...lenses,
  ...questions,
  ...review,

  // The chat used in all editors. The other scenarios use their own. Its <<<<<<< blocks make
  // the extension ask about merge conflicts.
  async sampleChat(found, ask, { count, good }) {
    const editor = await openChat('chat.md', count);
    found.diagnostics = plain(vscode.languages.getDiagnostics(editor.document.uri));
    goTo(editor, good);
    found.message = await ask('texts', { selector: toast, text: 'merge conflicts' });
    found.buttons = await ask('texts', { selector: button, text: 'Keep Them' });
    await ask('texts', { selector: lens, text: 'Accept' });
    await ask('shot', { name: 'merge-conflicts' });
    await ask('click', { selector: button, text: 'In This Workspace' });
    const off = () => !vscode.workspace.getConfiguration('merge-conflict').get('decorators.enabled');
    await until('the setting', [vscode.workspace.onDidChangeConfiguration], off);
    await ask('gone', { selector: `${lens} >> visible=true`, text: 'Accept' });
    await ask('texts', { selector: lens, text: 'totals.py' });
    await ask('texts', { selector: '.squiggly-error' });
    await ask('shot', { name: 'sample-chat' });
  },

  async step(found, ask, { line, title, typed, changed, count }) {
    if (typed) await type(typed.path, typed.text + '\n');
    const editor = await openChat('chat.md', count);
    goTo(editor, line);
    const before = new Map(vscode.workspace.textDocuments.map((document) => [document.uri.path, document.getText()]));
    found.actions = await choose(ask, title);
    for (const name of changed) await unsaved(name, (text) => text !== before.get(at(name).path));
    await save(...changed);
  },

  async open(found, ask) {
    const editor = await openChat();
    found.diagnostics = plain(vscode.languages.getDiagnostics(editor.document.uri));
    found.lenses = (await run('vscode.executeCodeLensProvider', editor.document.uri, 50)).map((lens) => lens.command.title);
    found.actions = (await actionsAt(editor, line.cart)).map((action) => action.title);
    found.status = await ask('texts', { selector: status, text: 'ready' });
    found.commands = (await vscode.commands.getCommands()).filter((id) => id.startsWith('edit-lsp.') && !id.startsWith('edit-lsp.blocks.'));
    await ask('shot', { name: 'chat' });
  },

  // The words of a block have a diff's colours, even if the theme has others for strings.
  async colours(found, ask, { wanted }) {
    await openChat();
    await ask('texts', { selector: lens, text: 'Apply' });
    await run('edit-lsp.blocks.focus');
    await ask('texts', { selector: rows, text: '+3 −0' });
    const theme = (name) => vscode.workspace.getConfiguration('workbench').update('colorTheme', name, vscode.ConfigurationTarget.Global);
    found.colours = {};
    found.borders = {};
    for (const [name, colours] of Object.entries(wanted)) {
      await theme(name);
      found.colours[name] = await ask('colours', { texts: ['NAME = "shop"', 'NAME = "corner'], wanted: colours });
      found.borders[name] = await ask('borders', { selector: '.view-overlays .cdr[class*=ced-]' });
      await ask('shot', { name: `colours-${name.replaceAll(' ', '-').toLowerCase()}` });
    }
    await theme(undefined);
  },

  // By its key. Other edits are ready, so only the status bar shows it and offers to save.
  async applyOne(found, ask) {
    const editor = await openChat();
    goTo(editor, line.cart + 1);
    await keysWork(ask);
    await ask('press', { keys: 'Control+Alt+Enter' });
    await unsaved('src/cart.py');
    found.message = await ask('texts', { selector: said, text: 'src/cart.py' });
    await ask('click', { selector: saveItem, text: 'Save 1 file' });
    await saved();
    await ask('gone', { selector: `${saveItem} >> visible=true` });
    found.diagnostics = plain(await findings(editor.document.uri, (list) => list.length === 2));
  },

  async applyAll(found, ask) {
    await openChat();
    // The command ends after the edits; its message stays.
    await run('edit-lsp.applyAll');
    await unsaved('src/cart.py');
    found.message = await ask('texts', { selector: toast, text: 'Applied' });
    found.buttons = await ask('texts', { selector: button, text: 'Undo' });
    await ask('shot', { name: 'applied-all' });
    await ask('click', { selector: button, text: 'Show' });
    await until('what is left out', [vscode.window.onDidChangeTextEditorSelection], () => vscode.window.activeTextEditor?.selection.active.line === 18);
    const { tabGroups } = vscode.window;
    const labels = () => tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    await until('the tabs of unsaved edits', [tabGroups.onDidChangeTabs], () => labels().length === 4);
    await ask('click', { selector: saveItem, text: 'Save 3 files' });
    await saved();
    await until('closed tabs', [tabGroups.onDidChangeTabs], () => labels().length === 1);
    found.titles = labels();
  },

  // A single key does it all.
  async applyAllAndSave(found, ask) {
    await openChat();
    await keysWork(ask);
    await ask('press', { keys: 'Control+Shift+Alt+Enter' });
    await unsaved('src/cart.py');
    await saved();
    found.message = await ask('texts', { selector: toast, text: 'Saved' });
  },

  async applyFile(found, ask) {
    const editor = await openChat();
    goTo(editor, line.shop);
    await run('edit-lsp.applyFile');
    await unsaved('src/shop.py');
    found.message = await ask('texts', { selector: said, text: 'shop.py' });
    await save('src/shop.py');
  },

  // VS Code applies a code action itself. It is reported and offered to save too.
  async codeActionSays(found, ask) {
    await vscode.window.showTextDocument(at('src/cart.py'));
    const editor = await openChat();
    goTo(editor, line.cart);
    await choose(ask, 'Apply edit');
    await unsaved('src/cart.py');
    found.message = await ask('texts', { selector: said, text: 'src/cart.py' });
    await ask('click', { selector: saveItem, text: 'Save 1 file' });
    await saved();
  },

  // A target may look like a chat.
  async viewKeepsItsChat(found, ask, { names }) {
    await openChat();
    await run('edit-lsp.blocks.focus');
    const message = { selector: '.pane-body .message', text: 'ready' };
    found.after = await ask('texts', message);
    for (const name of names) {
      await vscode.window.showTextDocument(at(name));
      await type(name, 'typed\n');
      found.after.push(...(await ask('texts', message)));
    }
    await run('edit-lsp.applyAll');
    await unsaved('src/cart.py');
    found.summary = await ask('texts', { ...message, text: '3 applied' });
    await ask('shot', { name: 'view-keeps-its-chat' });
  },

  // The chat's tab is behind another one, so VS Code doesn't load it when it starts again.
  async beforeReload() {
    const editor = await openChat();
    goTo(editor, line.cart);
    await run('edit-lsp.applyBlock');
    await unsaved('src/cart.py');
    await save('src/cart.py');
    await run('workbench.action.keepEditor');
    await vscode.window.showTextDocument(at('front.txt'), { preview: false });
  },

  async afterReload(found, ask) {
    await activeTab('front.txt');
    await run('edit-lsp.blocks.focus');
    found.summary = await ask('texts', { selector: '.pane-body .message', text: 'applied' });
    found.rows = await ask('texts', { selector: rows, text: 'applied' });
    await ask('shot', { name: 'view-after-reload' });
  },

  async viewOfWhatFails(found, ask) {
    await openChat();
    await run('edit-lsp.blocks.focus');
    await ask('texts', { selector: '.pane-body .message', text: "2 don't apply" });
    await ask('gone', { selector: rows, text: 'new file' }); // the rows of the scenario before
    found.rows = await ask('texts', { selector: rows, text: ['docs/new/page.md', '+3 −0'] });
    await ask('shot', { name: 'view-of-what-fails' });
  },

  async tints(found, ask) {
    await openChat();
    await ask('texts', { selector: lens, text: 'Apply' });
    found.tinted = await ask('tinted', { most: 14, coloured: [4, 5, 8] });
    await ask('shot', { name: 'tints' });
  },

  // Closing the question about merge conflicts is no answer. A command asks again.
  async mergeConflictsLater(found, ask) {
    await vscode.window.showTextDocument(at('xml.md')); // which looks like no conflict
    await run('edit-lsp.blocks.focus');
    await ask('texts', { selector: rows, text: 'cart.py' });
    await ask('gone', { selector: toast, text: 'merge conflicts' });
    await openChat();
    await ask('texts', { selector: toast, text: 'merge conflicts' });
    await run('notifications.hideToasts');
    await run('notifications.clearAll');
    await ask('gone', { selector: toast, text: 'merge conflicts' });
    void run('edit-lsp.hideMergeConflicts'); // ends when it is answered
    found.buttons = await ask('texts', { selector: button, text: 'Keep Them' });
    await ask('click', { selector: button, text: 'In This Workspace' });
    const off = () => !vscode.workspace.getConfiguration('merge-conflict').get('decorators.enabled');
    await until('the setting', [vscode.workspace.onDidChangeConfiguration], off);
  },

  async unsavedTarget() {
    await type('src/cart.py', '# typed, not saved\n');
    const editor = await openChat();
    goTo(editor, line.cart);
    await run('edit-lsp.applyBlock');
    await unsaved('src/cart.py', (text) => text.includes('* l.count'));
    await save('src/cart.py');
  },

  // By clicks only: the explorer, the lens, the keys.
  async clicks(found, ask) {
    await ask('doubleClick', { selector: '.explorer-folders-view .monaco-list-row', text: 'chat.md' });
    found.lenses = await ask('texts', { selector: '.codelens-decoration', text: 'src/cart.py:1' });
    await ask('click', { selector: `${lens}:has-text("src/cart.py:1") >> a:text-is("Apply")` });
    await unsaved('src/cart.py');
    await ask('shot', { name: 'clicked-lens' });
    await ask('click', { selector: '.tab', text: 'cart.py' });
    await until('the target in front', [vscode.window.onDidChangeActiveTextEditor], () => vscode.window.activeTextEditor?.document.isDirty);
    await ask('press', { keys: 'Control+s' });
    await saved();
  },

  async view(found, ask) {
    await openChat();
    // VS Code requests lenses only while the editor has focus.
    await ask('texts', { selector: '.codelens-decoration', text: 'Apply' });
    await run('edit-lsp.blocks.focus');
    found.rows = await ask('texts', { selector: rows, text: ['(matches at lines 3 and 5)', 'docs/new/page.md', '+3 −0'] });
    found.summary = await ask('texts', { selector: '.pane-body .message', text: 'ready' });
    await ask('hover', { selector: rows, text: 'ready' });
    await ask('shot', { name: 'view' });
    await ask('click', { selector: `${rows} .action-label.codicon-check >> visible=true` });
    await unsaved('src/cart.py');
    found.after = await ask('texts', { selector: '.pane-body .message', text: '1 applied' });
    await ask('texts', { selector: rows, text: 'applied' });
    await ask('shot', { name: 'view-applied' });
    await save('src/cart.py');
  },

  async preview(found, ask) {
    const editor = await openChat();
    goTo(editor, line.cart);
    await run('edit-lsp.preview');
    const tab = await activeTab('↔');
    found.title = tab.label;
    found.sides = [tab.input.original, tab.input.modified].map((uri) => uri.scheme);
    found.texts = await Promise.all([tab.input.original, tab.input.modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()));
    await ask('texts', { selector: '.monaco-diff-editor .view-line', text: 'l.count' });
    await ask('shot', { name: 'preview' });
    await run('edit-lsp.applyPreview');
    await unsaved('src/cart.py');
    const { tabGroups } = vscode.window;
    const labels = () => tabGroups.all.flatMap((group) => group.tabs.map((open) => open.label));
    await until('the closed preview', [tabGroups.onDidChangeTabs], () => !labels().includes(found.title));
    await save('src/cart.py');
    await run('edit-lsp.previewAll');
    await ask('texts', { selector: '.multiDiffEntry .view-line, .multi-diff-entry .view-line', text: 'corner' });
    found.all = (await activeTab('Preview:')).label;
    await ask('shot', { name: 'preview-all' });
    // Exclude a file.
    await ask('click', { selector: '.title .codicon-checklist >> visible=true' });
    await ask('click', { selector: '.quick-input-list .monaco-list-row .monaco-checkbox, .quick-input-list .quick-input-list-checkbox', nth: 0 });
    await ask('shot', { name: 'preview-some' });
    await ask('press', { keys: 'Enter' });
    await unsaved('docs/new/page.md');
    found.message = await ask('texts', { selector: said, text: '1 file' });
    await save('docs/new/page.md');
    // The first block is applied, so the first preview lens is the second block's.
    await vscode.window.showTextDocument(editor.document);
    await ask('click', { selector: `${lens} a`, text: 'Preview' });
    found.lens = (await activeTab('shop.py ↔')).label;
  },

  async navigate(found) {
    const editor = await openChat();
    found.lines = [];
    for (const command of ['nextBlock', 'nextBlock', 'previousBlock', 'previousBlock']) {
      await run(`edit-lsp.${command}`);
      found.lines.push(editor.selection.active.line + 1);
    }
    goTo(editor, line.shop);
    await run('edit-lsp.showTarget');
    found.shown = vscode.workspace.asRelativePath(vscode.window.activeTextEditor.document.uri);
  },

  // The workspace has an edit-lsp.toml. Settings not set in VS Code must not override it.
  async settings(found) {
    await openChat('chat.md', 2);
    found.diagnostics = plain(vscode.languages.getDiagnostics(at('chat.md')));
    const configuration = vscode.workspace.getConfiguration('editLsp');
    await configuration.update('protectedFiles', ['cart.py'], vscode.ConfigurationTarget.Global);
    const isOf = (list, at) => plain(list).some(({ code, line }) => code === 'protected-path' && line === at);
    found.after = plain(await findings(at('chat.md'), (list) => isOf(list, 3))).map(({ code }) => code);
    await configuration.update('protectedFiles', undefined, vscode.ConfigurationTarget.Global);
  },

  async sample(found, ask) {
    await run('workbench.action.openWalkthrough', 'edit-lsp.edit-lsp#start', false);
    await ask('texts', { selector: '.step-title', text: 'Open the sample' });
    await ask('shot', { name: 'walkthrough' });
    await run('edit-lsp.openSample');
    found.shown = await ask('newWindow', { text: 'Please make the cart', name: 'sample' });
  },

  async revert(found) {
    const editor = await openChat();
    goTo(editor, line.cart);
    await run('edit-lsp.applyBlock');
    await unsaved('src/cart.py');
    await save('src/cart.py');
    await findings(editor.document.uri, (list) => list.length === 2);
    await run('edit-lsp.revert');
    await unsaved('src/cart.py');
    await save('src/cart.py');
    found.diagnostics = plain(await findings(editor.document.uri, (list) => list.length === 1));
  },

  async retry(found, ask) {
    await openChat();
    await run('edit-lsp.copyRetryPrompt');
    found.message = await ask('texts', { selector: toast, text: 'retry prompt' });
    found.texts = [await vscode.env.clipboard.readText()];
  },

  async clipboard(found, ask) {
    const chat = (await vscode.workspace.fs.readFile(at('chat.md'))).toString();
    await vscode.env.clipboard.writeText(chat);
    await run('edit-lsp.applyClipboard');
    await unsaved('src/cart.py');
    found.message = await ask('texts', { selector: toast, text: 'Applied' });
    const shown = vscode.window.activeTextEditor.document;
    found.shown = shown.uri.scheme;
    found.diagnostics = plain(await findings(shown.uri, (list) => list.length > 0));
    await ask('shot', { name: 'clipboard' });
    await save('src/cart.py', 'src/shop.py', 'docs/new/page.md');
    await vscode.env.clipboard.writeText('nothing of ours');
    await run('edit-lsp.applyClipboard');
    found.nothing = await ask('texts', { selector: toast, text: 'no edit blocks' });
    await vscode.env.clipboard.writeText(chat);
    // The status bar offers it once the window has the focus again.
    const offers = (value) => vscode.workspace.getConfiguration('editLsp').update('offerClipboard', value, vscode.ConfigurationTarget.Global);
    await offers(true);
    await ask('refocus', { selector: offer });
    await ask('click', { selector: offer, text: 'Review the answer' });
    const isUntitled = () => vscode.window.activeTextEditor?.document.isUntitled;
    await until('the answer', [vscode.window.onDidChangeActiveTextEditor], isUntitled);
    await offers(undefined);
    const opened = vscode.window.activeTextEditor.document;
    found.opened = [opened.uri.scheme, opened.languageId];
    found.openedFindings = plain(await findings(opened.uri, (list) => list.length === 4)).map(({ code }) => code);
    const lensHere = { selector: `.editor-group-container.active ${lens}`, text: 'delete page.md' };
    await ask('texts', lensHere);
    await ask('shot', { name: 'clipboard-review' });
    // A pasted answer, which VS Code takes for Python.
    const pasted = await vscode.workspace.openTextDocument({ language: 'python', content: chat });
    await vscode.window.showTextDocument(pasted);
    found.actions = plain(await findings(pasted.uri, (list) => list.length === 4)).map(({ code }) => code);
    await ask('texts', lensHere);
    await ask('shot', { name: 'pasted' });
  },

  async restricted(found, ask) {
    const editor = await openChat();
    found.diagnostics = plain(vscode.languages.getDiagnostics(editor.document.uri));
    found.actions = (await actionsAt(editor, line.cart)).map((action) => action.title);
    goTo(editor, line.cart);
    await run('edit-lsp.applyBlock');
    found.message = await ask('texts', { selector: toast, text: 'Restricted Mode' });
    await run('edit-lsp.applyAll');
    await run('editLsp.applyAll', { uri: editor.document.uri.toString() });
    await run('edit-lsp.blocks.focus');
    found.summary = await ask('texts', { selector: '.pane-body .message', text: 'Restricted Mode' });
    await ask('shot', { name: 'restricted' });
    found.unsaved = vscode.workspace.textDocuments.filter(({ isDirty, isUntitled }) => isDirty && !isUntitled).map((document) => document.fileName);
  },

  // This build has no binary. Only the one in the setting is used.
  async noProgram(found, ask, { program, settings }) {
    await openChat();
    found.openedFindings = plain(vscode.languages.getDiagnostics(at('chat.md'))).map(({ code }) => code);
    const set = (value) => vscode.workspace.getConfiguration('editLsp').update('server.path', value, vscode.ConfigurationTarget.Global);
    await set('/bin/false');
    found.message = await ask('texts', { selector: toast, text: "The program /bin/false didn't start" });
    found.buttons = await ask('texts', { selector: button, text: 'Show Log' });
    found.status = await ask('texts', { selector: status, text: 'edit-lsp' });
    await ask('shot', { name: 'server-that-dies' });
    await ask('click', { selector: button, text: 'Open Settings' });
    found.settings = await ask('texts', { selector: '.setting-item-label', text: 'Path' });
    await run('workbench.action.closeActiveEditor');
    await run('workbench.action.openSettings', '@ext:edit-lsp.edit-lsp');
    found.settings.push(...(await ask('texts', { selector: '.settings-count-widget', text: settings })));
    await ask('shot', { name: 'settings' });
    await run('workbench.action.closeActiveEditor');
    await set(program);
    found.diagnostics = plain(await findings(at('chat.md'), (list) => list.length > 0));
    await run('edit-lsp.doctor');
    found.doctor = vscode.window.activeTextEditor.document.getText();
    await ask('shot', { name: 'doctor' });
  },
};
