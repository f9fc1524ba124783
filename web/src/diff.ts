// The panel for a diff, or a file at a line.
import { byId, make } from './dom';

const panel = byId('preview');
const body = byId('diff');

export function showDiff(title: string, diff: string): void {
  const lines = diff.replace(/\n$/, '').split('\n');
  show(
    title,
    lines.map((line, i) => make('div', kind(line, lines[i - 1], lines[i + 1]), line)),
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

function show(title: string, rows: HTMLElement[]): void {
  byId('preview-title').textContent = title;
  body.replaceChildren(...rows);
  panel.hidden = false;
  body.scrollTop = 0;
  panel.scrollIntoView({ block: 'nearest' });
}

export function closePreview(): void {
  panel.hidden = true;
}
