// The blocks and code blocks of a chat, which the view and the commands treat alike.
import { Block, BlockStatus, ChatResult, Proposal, Status } from './protocol';

/** The server's texts for what applies, and for what applies if it is confirmed. */
export const readyWord = 'ready';
const asksWord = 'asks first';

/** A block or a code block. `first` and `last` are its 0-based lines, with a path line above it. */
export interface Entry {
  /** What the server's commands call it. */
  argument: { block: number } | { proposal: number };
  block?: Block;
  path: string;
  operation: string;
  status: BlockStatus;
  /** The server's text for the status, such as "ready" or "fits at 27". */
  word: string;
  message: string;
  first: number;
  last: number;
  /** The size of the change, or what it does to its file, as in the server's hints. */
  change: string;
}

/** The server's report on a chat, with its blocks and code blocks as entries. */
export interface Report extends ChatResult {
  entries: Entry[];
  summary: string;
}

/** All of a chat, from the top. */
export function entriesOf({ blocks, proposals }: ChatResult, { words, proposalWords }: Status): Entry[] {
  const all = [
    ...blocks.map((block) => ofBlock(block, words[block.index] ?? '')),
    ...proposals.map((proposal, i) => ofCode(proposal, proposalWords[i] ?? '')),
  ];
  return all.sort((a, b) => a.first - b.first);
}

function ofBlock(block: Block, word: string): Entry {
  const { index, path, operation, status, message, line, path_line: pathLine } = block;
  const first = Math.min(pathLine ?? line, line) - 1;
  return { argument: { block: index }, block, path, operation, status, word, message, first, last: block.end_line - 1, change: changeOf(block) };
}

function changeOf({ operation, new_path: renamed, added, removed }: Block): string {
  if (operation === 'delete') return 'delete';
  return operation === 'rename' ? `rename to ${renamed}` : `+${added} −${removed}`;
}

function ofCode({ number, path, operation, status, message, line, end_line: end, added, removed }: Proposal, word: string): Entry {
  const change = status === 'validated' ? `+${added} −${removed}  code block` : 'code block';
  return { argument: { proposal: number - 1 }, path, operation, status, word, message, first: line - 1, last: end - 1, change };
}

/** Reports whether an entry can be applied, maybe after a question. */
export function applies({ word }: Pick<Entry, 'word'>): boolean {
  return word === readyWord || word === asksWord;
}

export function asksFirst({ word }: Entry): boolean {
  return word === asksWord;
}

/** Reports whether an entry can't be applied, and says why. */
export function fails({ status }: Entry): boolean {
  return ['failed', 'skipped', 'not-in-context'].includes(status);
}

/** Reports whether "apply all" leaves a block out although it is live. */
export function isLeftOut(entry: Entry): boolean {
  return entry.block !== undefined && (asksFirst(entry) || fails(entry));
}

/** The state of an entry for `when` clauses. */
export function stateOf({ status, word }: Entry): string {
  return word.startsWith('fits') ? 'fits' : status;
}

/** The entry at a 0-based line. */
export function entryAt(report: Report, line: number): Entry | undefined {
  return report.entries.find(({ first, last }) => first <= line && line <= last);
}

/** The number of blocks and code blocks. */
export function edits(report: Report): number {
  return report.blocks.length + report.proposals.length;
}
