// The steps of scenarios. None sleeps; each waits for its event.
const vscode = require('vscode');
const { status } = require('./selectors');

/** How long to wait for anything, in milliseconds. */
const patience = 60_000;

const rootOf = () => vscode.workspace.workspaceFolders[0].uri;
const at = (name) => vscode.Uri.joinPath(rootOf(), name);

/** Resolves when `holds` does, checked now and at each of the events. `what` says what failed. */
function until(what, events, holds, patient = patience) {
  return new Promise((resolve, reject) => {
    const subscriptions = [];
    const done = (settle, value) => {
      clearTimeout(late);
      subscriptions.forEach((subscription) => subscription.dispose());
      settle(value);
    };
    const late = setTimeout(() => done(reject, new Error(`waited in vain for ${what instanceof Function ? what() : what}`)), patient);
    const look = () => {
      const value = holds();
      if (value) done(resolve, value);
    };
    for (const event of events) subscriptions.push(event(look));
    look();
  });
}

/**
 * Makes the window like a new one, for the next scenario: nothing is open, the folder is empty,
 * and the server knows nothing.
 */
async function clear() {
  const run = vscode.commands.executeCommand;
  const { tabGroups } = vscode.window;
  while (tabGroups.all.some(({ tabs }) => tabs.some(({ isDirty }) => isDirty))) await run('workbench.action.revertAndCloseActiveEditor');
  await run('workbench.action.closeAllEditors');
  // Deleted by an edit, files that were changed or only loaded are let go of at once. An open preview would load its file again.
  const all = new vscode.WorkspaceEdit();
  for (const [name] of await vscode.workspace.fs.readDirectory(rootOf())) all.deleteFile(at(name), { recursive: true, ignoreIfNotExists: true });
  await vscode.workspace.applyEdit(all);
  await run('workbench.action.editorLayoutSingle');
  await run('notifications.clearAll');
  await run('workbench.view.explorer');
  const ours = ({ uri }) => uri.scheme === rootOf().scheme && uri.path.startsWith(`${rootOf().path}/`);
  const left = () => vscode.workspace.textDocuments.filter(ours).map(({ uri }) => uri.path);
  // A file that a preview showed and nothing changed stays loaded for minutes. The driver then opens another window.
  await until(() => `the end of ${left()}`, [vscode.workspace.onDidCloseTextDocument], () => left().length === 0, 10_000);
  await run('edit-lsp.restart');
}

/** Opens the chat and waits for its diagnostics. */
async function openChat(name = 'chat.md', least = 1) {
  const document = await vscode.workspace.openTextDocument(at(name));
  const editor = await vscode.window.showTextDocument(document);
  await findings(document.uri, (list) => list.length >= least);
  return editor;
}

function findings(uri, holds) {
  return until(`findings of ${uri}`, [vscode.languages.onDidChangeDiagnostics], () => {
    const list = vscode.languages.getDiagnostics(uri).filter((diagnostic) => diagnostic.source === 'edit-lsp');
    return holds(list) && list;
  });
}

/** Converts diagnostics for the test. */
function plain(list) {
  return list.map((diagnostic) => ({
    code: diagnostic.code?.value ?? diagnostic.code,
    link: String(diagnostic.code?.target ?? ''),
    line: diagnostic.range.start.line + 1,
    message: diagnostic.message,
    severity: vscode.DiagnosticSeverity[diagnostic.severity],
    related: diagnostic.relatedInformation?.length ?? 0,
  }));
}

/** Moves the cursor to a 1-based line and shows what is around it. */
function goTo(editor, line) {
  const position = new vscode.Position(line - 1, 0);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);
}

/**
 * Returns the server's code actions at a line, as the light bulb gets them, without VS Code's
 * own Markdown ones. While the server is checking, there are none.
 */
async function actionsAt(editor, line) {
  const range = new vscode.Range(line - 1, 0, line - 1, 1);
  for (const late = Date.now() + patience; Date.now() < late; ) {
    const ours = (await provided(editor.document.uri, range)).filter(({ title }) => !/^Insert (?!retry)|^More/.test(title));
    if (ours.length > 0) return ours;
  }
  throw new Error(`no code actions at line ${line}`);
}

// VS Code cancels its own request when an extension registers another provider meanwhile, as
// extensions do that are still starting.
async function provided(uri, range) {
  try {
    return await vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, range, undefined, 50);
  } catch (error) {
    if (error.name === 'Canceled') return [];
    throw error;
  }
}

/**
 * Chooses an action from the light bulb's menu, and returns the menu's titles. While VS Code
 * itself requests actions, after a cursor movement, the menu is empty; so this retries.
 */
async function choose(ask, title) {
  const menu = '.action-widget .monaco-list-row.action';
  const none = '.monaco-editor-overlaymessage';
  for (const late = Date.now() + patience; Date.now() < late; ) {
    await vscode.commands.executeCommand('editor.action.quickFix');
    const shown = await ask('texts', { selector: `${menu}, ${none}` });
    if (shown.includes('No code actions available')) {
      await vscode.commands.executeCommand('leaveEditorMessage');
      await ask('gone', { selector: none });
      continue;
    }
    if (!shown.includes(title)) throw new Error(`no ${title} among ${shown.join(', ')}`);
    // A transparent element covers the menu.
    await ask('click', { selector: menu, nth: shown.indexOf(title), force: true });
    return shown;
  }
  throw new Error(`no code actions, where ${title} was wanted`);
}

/** Waits until a file is open with unsaved text that `holds`, and returns the document. */
function unsaved(name, holds = () => true) {
  return until(`unsaved text of ${name}`, [vscode.workspace.onDidChangeTextDocument, vscode.workspace.onDidOpenTextDocument], () =>
    vscode.workspace.textDocuments.find((document) => document.uri.path === at(name).path && document.isDirty && holds(document.getText())),
  );
}

/** Inserts text above the first line of a file. */
async function type(name, text) {
  const target = await vscode.workspace.openTextDocument(at(name));
  const typed = new vscode.WorkspaceEdit();
  typed.insert(target.uri, new vscode.Position(0, 0), text);
  await vscode.workspace.applyEdit(typed);
}

/**
 * Saves files. While VS Code still applies an edit that creates a file, it doesn't save it, or
 * saves and closes it by itself.
 */
async function save(...names) {
  for (const name of names) {
    for (const late = Date.now() + patience; ; ) {
      const document = await vscode.workspace.openTextDocument(at(name));
      if (!document.isDirty || (await document.save())) break;
      if (Date.now() > late) throw new Error(`VS Code does not save ${name}, which holds ${JSON.stringify(document.getText())}`);
    }
  }
}

function saved() {
  return until('saved files', [vscode.workspace.onDidSaveTextDocument], () => vscode.workspace.textDocuments.every((document) => !document.isDirty));
}

/** Waits until the active tab is labelled with `text`, and returns the tab. */
function activeTab(text) {
  const { tabGroups } = vscode.window;
  const isIt = (tab) => tab?.label.includes(text) && tab;
  return until(`a tab ${text}`, [tabGroups.onDidChangeTabs, tabGroups.onDidChangeTabGroups], () => isIt(tabGroups.activeTabGroup.activeTab));
}

/** Waits until the extension has enabled its keys, which it does before it updates its item in the status bar. */
const keysWork = (ask) => ask('texts', { selector: status, text: 'ready' });

module.exports = { activeTab, actionsAt, at, choose, clear, findings, goTo, keysWork, openChat, plain, save, saved, type, unsaved, until };
