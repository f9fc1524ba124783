// What a chat comes to, in the server's words and numbers: the same in the view, its badge
// and the status bar.
import { Block, Judgement } from './protocol';

/** The word of the server's for blocks that apply. */
const readyWord = 'ready';

/** What the server calls a block, such as "ready" or "fits at 27". */
export function wordOf(judgement: Judgement, block: Block): string {
  return judgement.words[block.index] ?? '';
}

export function isReady(judgement: Judgement, block: Block): boolean {
  return wordOf(judgement, block) === readyWord;
}

/** How many blocks and whole files there are. */
export function edits(judgement: Judgement): number {
  return judgement.blocks.length + judgement.proposals.length;
}

/** How many blocks are ready. */
export function ready(judgement: Judgement): number {
  return judgement.words.filter((word) => word === readyWord).length;
}

/** What the status bar has room for: "3 ready, 1 doesn't apply", of the server's summary. */
export function brief(judgement: Judgement): string {
  const parts = judgement.summary.split(', ').filter((part) => / ready$| apply$| whole files?$/.test(part));
  return parts.join(', ') || 'nothing to apply';
}

export function many(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
