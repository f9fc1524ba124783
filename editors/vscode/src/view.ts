// The view "Edit Blocks": the chat's files and blocks with their status, below the summary.
import * as vscode from 'vscode';
import { nameOf } from './chats';
import { CurrentChat } from './currentChat';
import { applies, asksFirst, edits, Entry, fails, Report, stateOf } from './entries';
import { BlockStatus } from './protocol';
import { many, ready } from './summary';

/** A row of the view. `uri` is the chat's. */
export type Row =
  | { kind: 'file'; uri: vscode.Uri; path: string; entries: Entry[] }
  | { kind: 'entry'; uri: vscode.Uri; entry: Entry }
  | { kind: 'reason'; uri: vscode.Uri; entry: Entry; text: string }
  | { kind: 'heading'; uri: vscode.Uri; label: string; icon: string; notes: Note[] }
  | { kind: 'note'; uri: vscode.Uri; icon: vscode.ThemeIcon; note: Note };

interface Note {
  text: string;
  line: number;
}

const icons: Record<BlockStatus, vscode.ThemeIcon> = {
  validated: icon('circle-outline', 'charts.green'),
  applied: icon('pass-filled', 'charts.green'),
  'already-applied': icon('pass-filled', 'charts.green'),
  failed: icon('error', 'list.errorForeground'),
  skipped: icon('debug-step-over', 'list.warningForeground'),
  'not-in-context': icon('circle-slash', 'list.warningForeground'),
  stale: icon('history'),
  incomplete: icon('loading~spin'),
};

function icon(id: string, color?: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);
}

export class BlocksView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly tree: vscode.TreeView<Row>;
  private readonly subscriptions: vscode.Disposable[];

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly current: CurrentChat) {
    this.tree = vscode.window.createTreeView('edit-lsp.blocks', { treeDataProvider: this, showCollapseAll: true });
    this.subscriptions = [
      this.tree,
      this.changed,
      current.onDidChange(() => this.refresh()),
      // VS Code can lose rows that change while it loads them the first time.
      this.tree.onDidChangeVisibility(() => current.soon()),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private refresh(): void {
    const { chat, report } = this.current;
    const something = report !== undefined && edits(report) + report.problems.length > 0;
    this.tree.message = chat && something ? summary(chat.uri, report) : undefined;
    const number = report ? ready(report) : 0;
    this.tree.badge = number > 0 ? { value: number, tooltip: `${many(number, 'edit')} ready to apply` } : undefined;
    this.changed.fire();
  }

  // Only the first rows are of the current report, since VS Code may ask for those below once it is another one.
  getChildren(row?: Row): Row[] {
    switch (row?.kind) {
      case 'file':
        return row.entries.map((entry) => ({ kind: 'entry', uri: row.uri, entry }));
      case 'entry':
        return reasons(row.entry).map((text) => ({ kind: 'reason', uri: row.uri, entry: row.entry, text }));
      case 'heading':
        return row.notes.map((note) => ({ kind: 'note', uri: row.uri, icon: new vscode.ThemeIcon(row.icon), note }));
      case undefined: {
        const { chat, report } = this.current;
        return chat && report ? [...files(chat.uri, report), ...headings(chat.uri, report)] : [];
      }
      default:
        return [];
    }
  }

  getTreeItem(row: Row): vscode.TreeItem {
    switch (row.kind) {
      case 'file':
        return fileItem(row.uri, row.path, row.entries);
      case 'entry':
        return entryItem(row.uri, row.entry);
      case 'reason': {
        const item = new vscode.TreeItem(row.text);
        item.tooltip = row.entry.message;
        item.command = reveal(row.uri, row.entry.first);
        return item;
      }
      case 'heading': {
        const item = new vscode.TreeItem(row.label, vscode.TreeItemCollapsibleState.Expanded);
        item.iconPath = new vscode.ThemeIcon(row.icon);
        return item;
      }
      case 'note': {
        const item = new vscode.TreeItem(row.note.text);
        item.description = `line ${row.note.line}`;
        item.tooltip = row.note.text;
        item.command = reveal(row.uri, row.note.line - 1);
        return item;
      }
    }
  }
}

function summary(chat: vscode.Uri, report: Report): string {
  const restricted = vscode.workspace.isTrusted ? '' : ". Restricted Mode: edits aren't applied.";
  return `${nameOf(chat)}: ${report.summary}${restricted}`;
}

function files(uri: vscode.Uri, report: Report): Row[] {
  const all = report.entries;
  const paths = [...new Set(all.map(({ path }) => path))];
  return paths.map((path) => ({ kind: 'file', uri, path, entries: all.filter((entry) => entry.path === path) }));
}

function headings(uri: vscode.Uri, report: Report): Row[] {
  const rows: Row[] = [];
  const add = (label: string, icon: string, notes: Note[]): void => {
    if (notes.length > 0) rows.push({ kind: 'heading', uri, label, icon, notes });
  };
  add('Problems', 'warning', report.problems.map((problem) => ({ text: problem.message, line: problem.line })));
  add('Suggested commands', 'terminal', report.shell_suggestions.map((shell) => ({ text: shell.command, line: shell.line })));
  return rows;
}

function fileItem(uri: vscode.Uri, path: string, all: Entry[]): vscode.TreeItem {
  const item = new vscode.TreeItem(path || '(no file named)', vscode.TreeItemCollapsibleState.Expanded);
  item.id = `${uri} ${path}`;
  // The file name selects the icon. The path may be a refused one.
  item.resourceUri = vscode.Uri.from({ scheme: 'edit-lsp-target', path: '/' + path.split('/').pop() });
  item.iconPath = vscode.ThemeIcon.File;
  item.tooltip = path;
  const waiting = all.filter(applies);
  item.contextValue = waiting.length > 0 ? 'file-ready' : 'file';
  item.description = waiting.some(({ operation }) => operation === 'create') ? 'new file' : undefined;
  return item;
}

function entryItem(uri: vscode.Uri, entry: Entry): vscode.TreeItem {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const { block, word, first } = entry;
  // The status comes first, since narrow side bars cut off the end.
  const item = new vscode.TreeItem(word, reasons(entry).length > 0 ? Expanded : None);
  // The row keeps the focus when its status changes.
  item.id = `${uri} ${JSON.stringify(entry.argument)}`;
  item.description = [placeOf(entry), entry.change].filter(Boolean).join('  ');
  item.iconPath = iconOf(entry);
  item.contextValue = `${block ? 'block' : 'code'}-${stateOf(entry)}`;
  // Plain text, so nothing in a chat or file becomes a link or an image.
  const more = block ? [...block.details, ...block.warnings.map((warning) => warning.message)] : [];
  item.tooltip = [`${word}: ${block ? 'block' : 'code block'} at line ${block?.line ?? first + 1} of the chat`, entry.message, ...more].filter(Boolean).join('\n');
  item.command = reveal(uri, first);
  return item;
}

// The line of the file, where there is one.
function placeOf({ block, operation, word }: Entry): string {
  const whole = operation === 'delete' || operation === 'rename';
  return !block || whole || block.estimated_line === null || word.startsWith('fits') ? '' : `line ${block.estimated_line}`;
}

function iconOf(entry: Entry): vscode.ThemeIcon {
  if (asksFirst(entry)) return icon('question', 'list.warningForeground');
  return entry.status === 'validated' && entry.block?.severity === 'warning' ? icon('warning', 'list.warningForeground') : icons[entry.status];
}

/** The characters of a reason per row, for a side bar of usual width. */
const rowWidth = 32;

// Why a block doesn't apply, on separate rows, since rows don't wrap.
function reasons(entry: Entry): string[] {
  if (!fails(entry)) return [];
  const rows: string[] = [];
  for (const word of entry.message.split(' ').filter(Boolean)) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= rowWidth) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

function reveal(uri: vscode.Uri, line: number): vscode.Command {
  return { title: 'Show in the chat', command: 'edit-lsp.showInChat', arguments: [uri, line] };
}
