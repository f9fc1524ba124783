// The panel for a diff, two texts, or a file at a line.
import { diffLines } from 'diff';
import { byId, make } from './dom';

const panel = byId('preview');
const body = byId('diff');

export function showDiff(title: string, diff: string): void {
  const list = lines(diff);
  show(
    title,
    list.map((line, i) => make('div', kind(line, list[i - 1], list[i + 1]), line)),
  );
}

/** The class of a line in a unified diff. */
function kind(line: string, above = '', below = ''): string {
  if (/^(diff --git|index |new file|deleted file|rename |similarity )/.test(line)) return 'file';
  if ((line.startsWith('--- ') && below.startsWith('+++ ')) || (line.startsWith('+++ ') && above.startsWith('--- '))) return 'file';
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'add';
  return line.startsWith('-') ? 'del' : '';
}

/** Shows a file at a 1-based line. */
export function showFile(path: string, text: string, line: number): void {
  const rows = text.split('\n').map((content, i) => make('div', i + 1 === line ? 'here' : '', `${String(i + 1).padStart(5)}  ${content}`));
  show(`${path}:${line}`, rows);
  body.querySelector('.here')?.scrollIntoView({ block: 'center' });
}

/** A heading and its text, undefined if there is no file. */
type Side = [heading: string, text: string | undefined];

/** Equal lines that are shown around different ones. */
const around = 3;
/** Limits the rows, and the work of comparing. */
const maxRows = 2000;

/** Shows two texts side by side. */
export function showTexts(title: string, [left, before]: Side, [right, after]: Side): void {
  const head = make('tr', '', ...[[left, before], [right, after]].map(([heading, text]) => Object.assign(make('th', '', text === undefined ? `${heading}: no file` : heading!), { scope: 'col' })));
  const rows = compared(before, after);
  const more = rows.length > maxRows ? [wide(`${rows.length - maxRows} more lines`)] : [];
  show(title, [make('table', 'texts', make('thead', '', head), make('tbody', '', ...rows.slice(0, maxRows), ...more))]);
}

function compared(before: string | undefined, after: string | undefined): HTMLElement[] {
  if (before === undefined || after === undefined) return paired(before === undefined ? [] : lines(before), after === undefined ? [] : lines(after), true);
  const parts = diffLines(before, after, { maxEditLength: maxRows }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const rows: HTMLElement[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const next = parts[i + 1];
    if (part.removed && next?.added) rows.push(...paired(lines(part.value), lines(parts[++i]!.value), true));
    else if (part.removed || part.added) rows.push(...paired(part.removed ? lines(part.value) : [], part.added ? lines(part.value) : [], true));
    else rows.push(...equal(lines(part.value), i > 0, next !== undefined));
  }
  return rows;
}

/** Rows of equal lines, without those far from the different ones above and below. */
function equal(list: string[], above: boolean, below: boolean): HTMLElement[] {
  const first = above ? around : 0;
  const last = below ? around : 0;
  if (list.length <= first + last + 1) return paired(list, list, false);
  const head = list.slice(0, first);
  const tail = list.slice(list.length - last, list.length);
  return [...paired(head, head, false), wide(`${list.length - first - last} equal lines`), ...paired(tail, tail, false)];
}

function paired(left: string[], right: string[], differ: boolean): HTMLElement[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, i) =>
    make('tr', '', make('td', differ && i < left.length ? 'del' : '', left[i] ?? ''), make('td', differ && i < right.length ? 'add' : '', right[i] ?? '')),
  );
}

function wide(text: string): HTMLElement {
  return make('tr', 'fold', Object.assign(make('td', '', text), { colSpan: 2 }));
}

const lines = (text: string): string[] => text.replace(/\n$/, '').split('\n');

function show(title: string, rows: HTMLElement[]): void {
  byId('preview-title').textContent = title;
  body.replaceChildren(...rows);
  if (document.activeElement instanceof HTMLElement && !panel.contains(document.activeElement)) opener = document.activeElement;
  panel.hidden = false;
  body.scrollTop = 0;
  panel.scrollIntoView({ block: 'nearest' });
  body.focus({ preventScroll: true });
}

/** What had the focus before the panel. */
let opener: HTMLElement | undefined;

/** Hides the panel. The focus goes back to the button that showed it, or to one of the same name. */
export function closePreview(): void {
  const focused = panel.contains(document.activeElement);
  panel.hidden = true;
  if (!focused) return;
  const name = opener?.getAttribute('aria-label');
  const again = opener?.isConnected ? opener : [...document.querySelectorAll<HTMLElement>('#side button')].find((item) => name && item.getAttribute('aria-label') === name);
  (again ?? byId('edits-title')).focus();
}
