// The page: a chat on one side, its edits and the changed files on the other. Everything about
// edits comes from the server.
import { LSPClient } from '@codemirror/lsp-client';
import { type EditorView } from '@codemirror/view';
import { Changes } from './changes';
import { closePreview, showDiff, showFile } from './diff';
import { diskOf } from './disk';
import { button, byId, make, plural, replaceRows } from './dom';
import { takeDrops } from './drop';
import { chatUri, createEditor, editChat, goToLine, showDiagnostics, showLenses } from './editor';
import { type Disk, Files, type Gathered, type Given, pathOf, risksOf, root, uriOf } from './files';
import { fromDrop, fromHandle, fromInput, pickFolder, picksFolders } from './gather';
import { type CodeAction, type CodeLens, type Command, type Diagnostic, type Preview, type Status, type WorkspaceEdit } from './protocol';
import { type Acts, applies, argumentOf, countsOfCode, entriesOf, type Entry, isSettled, codeBlock, problemRow, questionOf, rowOf } from './rows';
import { Connection } from './server';
import { run, say } from './status';
import { showTokens } from './tokens';
import { startWorker } from './worker';
import { fromZip } from './zip';

const files = new Files();
const changes = new Changes(files, async (path) => {
  filesChanged([path]);
  await refresh();
});
let view: EditorView;
let client: LSPClient;

const execute = <T>(command: string, argument: object) => {
  client.sync();
  return client.request<object, T>('workspace/executeCommand', { command, arguments: [argument] });
};

// Changes that the server asks for

/** Whether the user was asked about what the server applies now. */
let asked = false;

async function applyEdit({ edit }: { edit: WorkspaceEdit }): Promise<{ applied: boolean; failureReason?: string }> {
  const parts = edit.documentChanges ?? [];
  const risks = asked ? '' : risksOf(edit);
  if (risks && !(await ask(risks))) return { applied: false, failureReason: 'not confirmed' };
  const inChat = parts.flatMap((change) => (change.kind === undefined && change.textDocument.uri === chatUri ? change.edits : []));
  const inFiles = parts.filter((change) => change.kind !== undefined || change.textDocument.uri !== chatUri);
  if (inFiles.length > 0) filesChanged(await files.apply({ ...edit, documentChanges: inFiles }));
  if (inChat.length > 0) editChat(view, inChat);
  return { applied: true };
}

function ask(text: string): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>('ask');
  byId('ask-text').textContent = text;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true }));
}

/** Notifies the server of changed files, and shows them. */
function filesChanged(paths: string[]): void {
  client.notification('workspace/didChangeWatchedFiles', { changes: paths.map((path) => ({ uri: uriOf(path), type: 2 })) });
  changes.show();
}

async function showDocument({ uri, selection }: { uri: string; selection?: { start: { line: number } } }): Promise<{ success: boolean }> {
  const line = (selection?.start.line ?? 0) + 1;
  if (uri === chatUri) {
    goToLine(view, line);
    return { success: true };
  }
  const path = pathOf(uri);
  const text = path && (await files.text(path));
  if (path === undefined || text === undefined) return { success: false };
  showFile(path!, text!, line);
  return { success: true };
}

// What the server found

let latest = 0;
/** What the last report found. It is said again only when it changes, so that other messages stay. */
let found = '';

/** The blocks and code blocks that can be reverted. */
let reverts = new Set<number | undefined>();
/** The code blocks that "apply all" takes. */
let codeInAll: Entry[] = [];

/** Shows the report for the current chat and files. The newest call wins. */
async function refresh(): Promise<void> {
  const turn = ++latest;
  client.sync();
  const doc = view.state.doc;
  const textDocument = { uri: chatUri };
  const [status, lenses, tokens] = await Promise.all([
    client.request<object, Status>('workspace/executeCommand', { command: 'editLsp.status', arguments: [{ uri: chatUri }] }),
    client.request<object, CodeLens[]>('textDocument/codeLens', { textDocument }),
    client.request<object, { data: number[] } | null>('textDocument/semanticTokens/full', { textDocument }),
  ]);
  if (turn !== latest) return;
  const report = status.documents[0]!;
  reverts = new Set((lenses ?? []).filter(({ command }) => command?.command === 'editLsp.revert').map(({ command }) => indexOf(command!)));
  showReport(status);
  // The text has changed, and another answer follows.
  if (view.state.doc !== doc) return;
  showLenses(view, lenses ?? []);
  const plain = report.blocks.filter(isSettled);
  const legend = client.serverCapabilities?.semanticTokensProvider?.legend.tokenModifiers ?? [];
  showTokens(view, tokens?.data ?? [], legend, (line) => plain.some((block) => block.line <= line + 1 && line < block.end_line));
}

/** The block or code block that a lens is about. */
function indexOf({ arguments: [argument] = [] }: Command): number | undefined {
  const { block, proposal } = argument as { block?: number; proposal?: number };
  return block ?? proposal;
}

/** Shows the rows and counts of a report. */
function showReport(status: Status): void {
  const report = status.documents[0]!;
  const entries = entriesOf(report, status);
  const rows = [
    ...entries.map((entry) => ({ line: entry.line, row: rowOf(entry, { canRevert: reverts.has(entry.index), unread: unreadFor(entry) }, acts) })),
    ...report.problems.map((problem) => ({ line: problem.line, row: problemRow(problem, acts.goTo) })),
  ];
  rows.sort((a, b) => a.line - b.line);
  replaceRows(byId('blocks'), rows.map(({ row }) => row), byId('edits-title'));
  const counted = (word: string) => status.words.filter((other) => other === word).length;
  const parts = report.blocks.length > 0 ? [`${counted('ready')} of ${report.blocks.length} ready`] : [];
  if (counted('asks first') > 0) parts.push(`${counted('asks first')} asks first`);
  parts.push(...countsOfCode(entries));
  byId('counts').textContent = parts.join(', ') || 'none found';
  const edits = report.files.reduce((sum, file) => sum + file.blocks.length, 0);
  codeInAll = edits > 0 ? [] : entries.filter((entry) => entry.isCode && applies(entry));
  const inAll = edits + codeInAll.length;
  const all = byId<HTMLButtonElement>('apply-all');
  all.disabled = inAll === 0;
  all.textContent = inAll === 0 ? 'Apply all' : `Apply all ${inAll}`;
  const counts = [plural(files.count, 'file'), ...(files.notRead ? [files.notRead] : []), plural(report.blocks.length, 'edit'), ...countsOfCode(entries)];
  if (report.problems.length > 0) counts.push(plural(report.problems.length, 'problem'));
  const next = entries.length === 0 ? '. Paste a chat to check its edits.' : files.count === 0 ? '. Open the folder that the chat is about.' : '';
  const before = found;
  found = counts.join(', ') + next;
  if (found !== before) say(found);
}

const unreadFor = ({ path, new_path: renamed }: Entry) => files.unreadAt(path) ?? (renamed ? files.unreadAt(renamed) : undefined);

const acts: Acts = {
  goTo: (line) => goToLine(view, line),
  preview: (entry) => run(() => preview(entry.path, { uri: chatUri, ...argumentOf(entry) })),
  apply: (entry) => run(() => applied(apply(entry))),
  revert: (entry) => run(() => applied(execute('editLsp.revert', { uri: chatUri, ...argumentOf(entry) }), 'Not reverted')),
  menu: (line) => (goToLine(view, line), run(openMenu)),
  read: (folder) => run(() => readFolder(folder)),
};

const apply = (entry: Entry): Promise<Outcome> => execute(entry.isCode ? 'editLsp.writeFile' : 'editLsp.apply', { uri: chatUri, ...argumentOf(entry) });

/** Applies all blocks or, if none is left that applies, all code blocks. */
function applyAll(): Promise<Outcome> {
  if (codeInAll.length === 0) return execute('editLsp.applyAll', { uri: chatUri });
  return codeInAll.length === 1 ? apply(codeInAll[0]!) : applyCode(codeInAll);
}

/** Applies code blocks as one change, after a single question. */
async function applyCode(codeBlocks: Entry[]): Promise<Outcome> {
  if (!(await ask(questionOf(codeBlocks)))) return { applied: false, reason: 'not confirmed' };
  asked = true;
  try {
    return await files.asOne(async () => {
      const outcomes: Outcome[] = [];
      for (const entry of codeBlocks) outcomes.push(await apply(entry));
      const done = outcomes.filter(({ applied }) => applied).length;
      const reason = outcomes.find(({ applied }) => !applied)?.reason;
      return { applied: done > 0, reason, message: `Applied ${plural(done, codeBlock)}${reason ? `; not applied: ${reason}` : ''}` };
    });
  } finally {
    asked = false;
  }
}

async function preview(title: string, argument: object): Promise<void> {
  const { diff, reason } = await execute<Preview>('editLsp.preview', argument);
  if (diff) showDiff(title, diff);
  else say(reason ?? 'Nothing to apply');
}

interface Outcome {
  applied: boolean;
  reason?: string;
  message?: string;
}

async function applied(answer: Promise<Outcome>, failed = 'Not applied'): Promise<void> {
  const { applied, reason, message } = await answer;
  await refresh();
  if (!applied || message) say(applied ? message! : `${failed}: ${reason ?? 'unknown reason'}`);
}

async function readFolder(path: string): Promise<void> {
  say(path === '' ? 'Reading more files…' : `Reading ${path}…`);
  await files.readFolder(path);
  filesChanged([path]);
  found = '';
  await refresh();
}

// Code actions

async function openMenu(): Promise<void> {
  client.sync();
  const line = view.state.doc.lineAt(view.state.selection.main.head).number - 1;
  const range = { start: { line, character: 0 }, end: { line, character: 0 } };
  const actions = (await client.request<object, CodeAction[]>('textDocument/codeAction', { textDocument: { uri: chatUri }, range, context: { diagnostics: [], triggerKind: 1 } })) ?? [];
  if (actions.length === 0) return say('No actions on this line');
  const menu = byId<HTMLDialogElement>('menu');
  const items = actions.map((action) => {
    const item = button(action.title, () => {
      menu.close();
      run(() => choose(action));
    });
    item.setAttribute('role', 'menuitem');
    if (action.disabled) Object.assign(item, { disabled: true, title: action.disabled.reason });
    const entry = make('li', '', item);
    entry.setAttribute('role', 'none');
    return entry;
  });
  menu.querySelector('ul')!.replaceChildren(...items);
  menu.showModal();
}

async function choose(action: CodeAction): Promise<void> {
  const resolved = action.edit ? action : await client.request<CodeAction, CodeAction>('codeAction/resolve', action);
  if (resolved.edit) {
    const { applied, failureReason } = await applyEdit({ edit: resolved.edit });
    if (!applied) return say(`Not applied: ${failureReason}`);
    client.sync();
  }
  if (resolved.command) await runCommand(resolved.command);
  await refresh();
}

async function runCommand({ command, arguments: [argument] = [] }: Command): Promise<void> {
  if (command === 'editLsp.preview') return preview('Preview', { ...(argument as object), show: false });
  const answer = await execute<{ applied?: boolean; reason?: string } | null>(command, argument as object);
  if (answer?.applied === false && answer.reason) say(`Not applied: ${answer.reason}`);
}

// Files

/** Makes files the workspace, or adds them to it. */
async function useFiles(gathered: Gathered, { chat, disk, more }: { chat?: string; disk?: Disk; more?: boolean } = {}): Promise<void> {
  if (more) files.add(gathered);
  else files.set(gathered, disk);
  closePreview();
  if (chat !== undefined) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: chat } });
  filesChanged([...gathered.files.keys()].slice(0, 1));
  found = '';
  await refresh();
}

async function openDemo(): Promise<void> {
  const demo = (await (await fetch('demo.json')).json()) as { chat: string; files: Record<string, string> };
  const encoder = new TextEncoder();
  const given = Object.entries(demo.files).map(([path, text]): [string, Given] => {
    const bytes = encoder.encode(text);
    return [path, { size: bytes.length, mtime: 0, read: async () => bytes }];
  });
  await useFiles({ files: new Map(given), unread: new Map() }, { chat: demo.chat });
}

async function openFolder(): Promise<void> {
  if (!picksFolders()) return byId<HTMLInputElement>('folder-input').click();
  try {
    const folder = await pickFolder();
    await useFiles(await fromHandle(folder), { disk: diskOf(folder) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error; // the user cancelled
  }
}

const isZip = (list: ArrayLike<File>): boolean => list.length === 1 && /\.zip$/i.test(list[0]!.name);

/** Makes an archive the workspace. */
async function openZip(archive: File): Promise<void> {
  say(`Opening ${archive.name}…`);
  const clean = async (paths: string[]) => (await client.request<object, { paths: string[] }>('editLsp/cleanPaths', { paths })).paths;
  const opened = await fromZip(archive, clean);
  await useFiles(opened);
  if (opened.refused > 0) say(`${plural(files.count, 'file')}. ${plural(opened.refused, 'name')} in ${archive.name} refused`);
}

/** A single text file is the chat if there is none yet. Anything else is files. */
async function takeDropped(gathered: Gathered): Promise<void> {
  const [first] = gathered.files;
  if (gathered.files.size === 1 && first && /\.(md|markdown|txt)$/i.test(first[0]) && view.state.doc.length === 0) {
    return useFiles({ files: new Map(), unread: new Map() }, { chat: new TextDecoder().decode(await first[1].read()), more: true });
  }
  await useFiles(gathered, { more: files.count > 0 && !first?.[0].includes('/') });
}

// Start

/** Shows the download progress. Compiling takes a bit longer. */
function showProgress(part: number): void {
  byId<HTMLProgressElement>('starting').value = part;
  say(part < 1 ? `Loading the server, ${Math.round(100 * part)}%` : 'Starting the server…');
}

function connectButtons(): void {
  const click = (id: string, work: () => Promise<unknown> | void) => byId(id).addEventListener('click', () => run(work));
  click('demo', openDemo);
  click('open-folder', openFolder);
  click('add-files', () => byId<HTMLInputElement>('files-input').click());
  click('apply-all', () => applied(applyAll()));
  click('preview-close', closePreview);
  click('undo', async () => {
    filesChanged(files.undo());
    await refresh();
  });
  changes.connect();
  for (const [id, more] of [['folder-input', false], ['files-input', true]] as const) {
    const input = byId<HTMLInputElement>(id);
    input.addEventListener('change', () => {
      const list = [...input.files!];
      input.value = ''; // the same files can be chosen again
      run(async () => (isZip(list) ? openZip(list[0]!) : useFiles(await fromInput(list), { more })));
    });
  }
  byId('menu').addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const items = [...byId('menu').querySelectorAll('button')];
    if (!step) return;
    event.preventDefault();
    items[(items.indexOf(document.activeElement as HTMLButtonElement) + step + items.length) % items.length]!.focus();
  });
}

async function start(): Promise<void> {
  let waiting = 0;
  const refreshSoon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => run(refresh), 30);
  };
  const connection = new Connection(await startWorker(showProgress), root, {
    ...files.answers,
    'workspace/applyEdit': applyEdit,
    'window/showDocument': showDocument,
    'workspace/configuration': ({ items }: { items: unknown[] }) => items.map(() => null),
    'workspace/codeLens/refresh': refreshSoon,
    'client/registerCapability': () => null,
    'client/unregisterCapability': () => null,
    'window/workDoneProgress/create': () => null,
  });
  client = new LSPClient({
    rootUri: root,
    timeout: 30_000,
    notificationHandlers: {
      'textDocument/publishDiagnostics': (_, params: { uri: string; diagnostics: Diagnostic[] }) => {
        if (params.uri === chatUri) showDiagnostics(view, params.diagnostics, () => run(openMenu));
        refreshSoon();
        return true;
      },
      'window/showMessage': (_, { message }: { message: string }) => {
        say(message);
        return true;
      },
      'window/logMessage': () => true,
      '$/progress': () => true,
    },
  });
  client.connect(connection);
  await client.initializing;
  const shadow = byId('editor').attachShadow({ mode: 'open' });
  view = createEditor(shadow, client, '', {
    run: (command) => run(() => runCommand(command)),
    menu: () => run(openMenu),
    changed: refreshSoon,
  });
  connectButtons();
  takeDrops(({ files, items }) => {
    if (isZip(files)) return run(() => openZip(files[0]!));
    const given = fromDrop(items);
    run(async () => takeDropped(await given));
  });
  byId('starting').remove();
  for (const id of ['open-folder', 'add-files', 'demo']) byId<HTMLButtonElement>(id).disabled = false;
  document.documentElement.dataset.ready = 'true';
  say('Paste a chat, and open the folder that it is about. Or try the demo.');
  const openAddressed = () => (location.hash === '#demo' ? openDemo() : undefined);
  addEventListener('hashchange', () => run(openAddressed));
  await openAddressed();
  if ('serviceWorker' in navigator && location.protocol !== 'file:') await navigator.serviceWorker.register('sw.js');
}

start().catch((error: unknown) => say(`The page can't start: ${error instanceof Error ? error.message : String(error)}`));
