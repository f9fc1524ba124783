// The summary of a chat, the same in the view, its badge and the status bar.
import { Block, Report } from './protocol';

/** The server's text for blocks that apply. */
export const readyWord = 'ready';

/** The server's text for a block's status, such as "ready" or "fits at 27". */
export function wordOf(report: Report, block: Block): string {
  return report.words[block.index] ?? '';
}

export function isReady(report: Report, block: Block): boolean {
  return wordOf(report, block) === readyWord;
}

/** The number of blocks and code blocks. */
export function edits(report: Report): number {
  return report.blocks.length + report.proposals.length;
}

export function ready(report: Report): number {
  return report.words.filter((word) => word === readyWord).length;
}

/** The part of the summary for the status bar: "3 ready, 1 doesn't apply". */
export function brief(report: Report): string {
  const parts = report.summary.split(', ').filter((part) => / ready$| apply$| code blocks?$/.test(part));
  return parts.join(', ') || 'nothing to apply';
}

export function many(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
