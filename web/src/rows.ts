// The rows of a chat: its blocks and code blocks, which are shown alike, and its problems.
import { button, make, plural, rowButton } from './dom';
import { type Block, type Problem, type Report, type Status } from './protocol';

/** The class of a status. */
const kinds: Record<string, string> = { validated: 'ready', failed: 'failed', skipped: 'skipped', 'not-in-context': 'skipped' };

/** The class of blocks that need nothing. */
const settled = 'old';

/** What a fence with the text of a file, or of a part of it, is called. */
export const codeBlock = 'code block';

/** A block or a code block. Indexes of code blocks count on from the blocks. */
export interface Entry extends Block {
  isCode: boolean;
  /** The server's text for the status, such as "ready" or "fits at 27". */
  word: string;
}

/** All of a chat, the blocks first. */
export function entriesOf({ blocks, proposals }: Report, { words, proposalWords }: Status): Entry[] {
  return [
    ...blocks.map((block) => ({ ...block, isCode: false, word: words[block.index] ?? '' })),
    ...proposals.map((code, i) => ({ ...code, index: code.number - 1, details: [], estimated_line: null, isCode: true, word: proposalWords[i] ?? '' })),
  ];
}

/** What the server's commands call an entry. */
export const argumentOf = ({ isCode, index }: Entry): object => (isCode ? { proposal: index } : { block: index });

export const applies = ({ status }: Entry): boolean => status === 'validated';

export const isSettled = ({ status }: Block): boolean => kinds[status] === undefined;

/** The parts of a summary that count the code blocks, and those that aren't read. */
export function countsOfCode(entries: Entry[]): string[] {
  const code = entries.filter(({ isCode }) => isCode);
  const unread = code.filter(({ word }) => word === 'not read').length;
  const applied = code.filter(({ word }) => word === 'applied').length;
  const parts = [];
  if (code.length > unread) parts.push(plural(code.length - unread, codeBlock) + (applied > 0 ? ` (${applied} applied)` : ''));
  if (unread > 0) parts.push(`${unread} not read`);
  return parts;
}

/** Asks about several code blocks at once. */
export function questionOf(codeBlocks: Entry[]): string {
  const lines = codeBlocks.map((entry) => `${entry.path}: ${entry.operation === 'create' ? 'new file' : sizeOf(entry)}${entry.message && ` (${entry.message})`}`);
  return [`Write ${plural(codeBlocks.length, codeBlock)} to their files?\n`, ...lines].join('\n');
}

const sizeOf = ({ added, removed }: Entry): string => `+${added} −${removed}`;

/** What a row does. */
export interface Acts {
  goTo(line: number): void;
  preview(entry: Entry): void;
  apply(entry: Entry): void;
  revert(entry: Entry): void;
  /** Shows the code actions of a line. */
  menu(line: number): void;
  /** Reads a folder that wasn't read. */
  read(folder: string): void;
}

/** The row of an entry. `unread` is the folder that wasn't read and that it needs. */
export function rowOf(entry: Entry, { canRevert, unread }: { canRevert: boolean; unread: string | undefined }, acts: Acts): HTMLElement {
  const { path, status, line } = entry;
  const place = (entry.estimated_line === null ? path : `${path}:${entry.estimated_line}`) + (entry.new_path ? ` → ${entry.new_path}` : '');
  const mark = make('span', `mark ${kinds[status] ?? settled}`, entry.word);
  const row = make('li', isSettled(entry) ? 'quiet' : '', mark, button(place, () => acts.goTo(line), 'path'));
  row.append(make('span', 'size', changeOf(entry)));
  const buttons = [];
  if (applies(entry)) buttons.push(rowButton('Preview', place, () => acts.preview(entry)), rowButton('Apply', place, () => acts.apply(entry)));
  if (canRevert) buttons.push(rowButton('Revert', place, () => acts.revert(entry)));
  else if (status === 'failed' || status === 'skipped') buttons.push(rowButton('Actions…', place, () => acts.menu(line)));
  if (unread !== undefined) buttons.push(button(unread === '' ? 'Read more files' : `Read ${unread}`, () => acts.read(unread)));
  if (buttons.length > 0) row.append(make('span', 'buttons', ...buttons));
  if (entry.message && entry.code !== 'already-applied') row.append(reasonOf(entry, row));
  return row;
}

function changeOf(entry: Entry): string {
  if (entry.isCode) return applies(entry) ? `${sizeOf(entry)} ${codeBlock}` : codeBlock;
  return ['delete', 'rename'].includes(entry.operation) ? entry.operation : sizeOf(entry);
}

/** The expanded reasons, kept when the rows are rebuilt. */
const open = new Set<string>();

/** Why an entry doesn't apply. Clicking the row shows the lines that differ. */
function reasonOf({ index, message, details }: Entry, row: HTMLElement): HTMLElement {
  if (details.length === 0) return make('span', 'why', message);
  const key = `${index} ${message}`;
  const lines = details.map((line) => make('span', { '-': 'del', '+': 'add' }[line[0] ?? ''] ?? '', line));
  const reason = make('details', 'why', make('summary', '', message), make('pre', '', ...lines));
  reason.open = open.has(key);
  reason.addEventListener('toggle', () => (reason.open ? open.add(key) : open.delete(key)));
  row.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !target.closest('button, details')) reason.open = !reason.open;
  });
  return reason;
}

export function problemRow({ line, message }: Problem, goTo: (line: number) => void): HTMLElement {
  return make('li', '', make('span', 'mark problem', 'problem'), button(`line ${line}`, () => goTo(line), 'path'), make('span', 'why', message));
}
