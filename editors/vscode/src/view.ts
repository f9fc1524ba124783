// The view "Edit Blocks": the chat's files and blocks with their status, below the summary.
import * as vscode from 'vscode';
import { nameOf } from './chats';
import { firstLine, CurrentChat } from './currentChat';
import { Block, BlockStatus, Report, Proposal } from './protocol';
import { edits, isReady, many, ready, wordOf } from './summary';

/** A row of the view. `uri` is the chat's. */
export type Row =
  | { kind: 'file'; uri: vscode.Uri; path: string; blocks: Block[]; report: Report }
  | { kind: 'block'; uri: vscode.Uri; block: Block; word: string }
  | { kind: 'proposal'; uri: vscode.Uri; proposal: Proposal }
  | { kind: 'reason'; uri: vscode.Uri; block: Block; text: string }
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
    this.subscriptions = [this.tree, this.changed, current.onDidChange(() => this.refresh())];
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

  getChildren(row?: Row): Row[] {
    const { chat, report } = this.current;
    if (!chat || !report) return [];
    const uri = chat.uri;
    if (row?.kind === 'file') return row.blocks.map((block) => ({ kind: 'block', uri, block, word: wordOf(row.report, block) }));
    if (row?.kind === 'block') return reasons(row.block).map((text) => ({ kind: 'reason', uri, block: row.block, text }));
    if (row?.kind === 'heading') {
      return row.notes.map((note) => ({ kind: 'note', uri, icon: new vscode.ThemeIcon(row.icon), note }));
    }
    return row ? [] : [...files(uri, report), ...proposals(uri, report), ...headings(uri, report)];
  }

  getTreeItem(row: Row): vscode.TreeItem {
    switch (row.kind) {
      case 'file':
        return fileItem(row.path, row.blocks, row.report);
      case 'block':
        return blockItem(row.uri, row.block, row.word);
      case 'proposal':
        return proposalItem(row.uri, row.proposal);
      case 'reason': {
        const item = new vscode.TreeItem(row.text);
        item.tooltip = row.block.message;
        item.command = reveal(row.uri, firstLine(row.block));
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
  const paths = [...new Set(report.blocks.map((block) => block.path))];
  return paths.map((path) => ({ kind: 'file', uri, path, report, blocks: report.blocks.filter((block) => block.path === path) }));
}

function proposals(uri: vscode.Uri, report: Report): Row[] {
  return report.proposals.map((proposal) => ({ kind: 'proposal', uri, proposal }));
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

function fileItem(path: string, blocks: Block[], report: Report): vscode.TreeItem {
  const item = namedItem(path, vscode.TreeItemCollapsibleState.Expanded);
  const waiting = blocks.filter((block) => isReady(report, block));
  item.contextValue = waiting.length > 0 ? 'file-ready' : 'file';
  item.description = waiting.some((block) => block.operation === 'create') ? 'new file' : undefined;
  return item;
}

// A code block is written by its lens, or by a quick fix at its line.
function proposalItem(uri: vscode.Uri, { path, operation, line, code }: Proposal): vscode.TreeItem {
  const item = namedItem(path, vscode.TreeItemCollapsibleState.None);
  item.description = code === 'already-applied' ? 'applied' : operation === 'create' ? 'new file' : 'code block';
  item.command = reveal(uri, line - 1);
  return item;
}

function namedItem(path: string, state: vscode.TreeItemCollapsibleState): vscode.TreeItem {
  const item = new vscode.TreeItem(path || '(no file named)', state);
  // The file name selects the icon. The path may be a refused one.
  item.resourceUri = vscode.Uri.from({ scheme: 'edit-lsp-target', path: '/' + path.split('/').pop() });
  item.iconPath = vscode.ThemeIcon.File;
  item.tooltip = path;
  return item;
}

function blockItem(uri: vscode.Uri, block: Block, word: string): vscode.TreeItem {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  // The status comes first, since narrow side bars cut off the end.
  const item = new vscode.TreeItem(word, reasons(block).length > 0 ? Expanded : None);
  const whole = block.operation === 'delete' || block.operation === 'rename';
  const place = whole || block.estimated_line === null || word.startsWith('fits') ? '' : `line ${block.estimated_line}`;
  item.description = [place, changeOf(block)].filter(Boolean).join('  ');
  item.iconPath = block.status === 'validated' && block.severity === 'warning' ? icon('warning', 'list.warningForeground') : icons[block.status];
  item.contextValue = word.startsWith('fits') ? 'block-fits' : `block-${block.status}`;
  // Plain text, so nothing in a chat or file becomes a link or an image.
  item.tooltip = [`${word}: block at line ${block.line} of the chat`, block.message, ...block.details, ...block.warnings.map((warning) => warning.message)]
    .filter(Boolean)
    .join('\n');
  item.command = reveal(uri, firstLine(block));
  return item;
}

// The size of a block's change, or what it does to its file, as in the server's hints.
function changeOf({ operation, new_path: renamed, added, removed }: Block): string {
  if (operation === 'delete') return 'delete';
  return operation === 'rename' ? `rename to ${renamed}` : `+${added} −${removed}`;
}

/** The characters of a reason per row, for a side bar of usual width. */
const rowWidth = 32;

// Why a block doesn't apply, on separate rows, since rows don't wrap.
function reasons(block: Block): string[] {
  if (!['failed', 'skipped', 'not-in-context'].includes(block.status)) return [];
  const rows: string[] = [];
  for (const word of block.message.split(' ').filter(Boolean)) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= rowWidth) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

function reveal(uri: vscode.Uri, line: number): vscode.Command {
  return { title: 'Show in the chat', command: 'edit-lsp.showInChat', arguments: [uri, line] };
}
