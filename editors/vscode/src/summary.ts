// The summary of a chat, the same in the view, its badge and the status bar.
import { readyWord, Report } from './entries';

export function ready(report: Report): number {
  return report.entries.filter(({ block, word }) => block && word === readyWord).length;
}

/** The part of the summary for the status bar: "3 ready, 1 doesn't apply". */
export function brief(report: Report): string {
  const parts = report.summary.split(', ').filter((part) => / ready$| asks first$| apply$| code blocks?( \(\d+ applied\))?$| not read$/.test(part));
  return parts.join(', ') || 'nothing to apply';
}

export function many(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
