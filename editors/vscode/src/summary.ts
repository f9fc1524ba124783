// The summary of a chat in words, the same in the view and the status bar.
import { Judgement, Status } from './protocol';

/** What a status is called where people read it. */
export const words: Record<Status, string> = {
  validated: 'ready',
  applied: 'applied',
  'already-applied': 'applied',
  failed: 'failed',
  skipped: 'skipped',
  'not-in-context': 'not in the context',
  stale: 'from earlier turns',
  incomplete: 'being written',
};

/** The number of blocks by what their status is called, in the order of the table above. */
export function counts(judgement: Judgement): Map<string, number> {
  const result = new Map<string, number>();
  for (const [status, word] of Object.entries(words)) {
    const number = judgement.blocks.filter((block) => block.status === status).length;
    if (number > 0) result.set(word, (result.get(word) ?? 0) + number);
  }
  return result;
}

/** The number of edits that "apply all" would make. */
export function ready(judgement: Judgement): number {
  return judgement.files.reduce((sum, file) => sum + file.blocks.length, 0);
}

/** Such as "5 ready, in 5 files · 1 applied · 3 failed · 1 problem". */
export function sentence(judgement: Judgement): string {
  const parts = [...counts(judgement)].map(([word, number]) => {
    const files = word === 'ready' && judgement.files.length > 0 ? `, in ${many(judgement.files.length, 'file')}` : '';
    return `${number} ${word}${files}`;
  });
  if (judgement.problems.length > 0) parts.push(many(judgement.problems.length, 'problem'));
  return parts.join(' · ');
}

export function many(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
