// The summary of a chat, the same in the view, its badge and the status bar.
import { Block, Judgement } from './protocol';

/** The server's text for blocks that apply. */
const readyWord = 'ready';

/** The server's text for a block's status, such as "ready" or "fits at 27". */
export function wordOf(judgement: Judgement, block: Block): string {
  return judgement.words[block.index] ?? '';
}

export function isReady(judgement: Judgement, block: Block): boolean {
  return wordOf(judgement, block) === readyWord;
}

/** The number of blocks and whole files. */
export function edits(judgement: Judgement): number {
  return judgement.blocks.length + judgement.proposals.length;
}

export function ready(judgement: Judgement): number {
  return judgement.words.filter((word) => word === readyWord).length;
}

/** The part of the summary for the status bar: "3 ready, 1 doesn't apply". */
export function brief(judgement: Judgement): string {
  const parts = judgement.summary.split(', ').filter((part) => / ready$| apply$| whole files?$/.test(part));
  return parts.join(', ') || 'nothing to apply';
}

export function many(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
