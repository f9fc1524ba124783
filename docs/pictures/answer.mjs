// Makes answer.svg, a moving picture for the README: an answer with a class that leaves its other methods out,
// the diff of the file, and the file with the change applied. The program prints what the picture shows.
//
//   node answer.mjs EDIT-LSP WORKSPACE OUT.svg
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

const [program, workspace, out] = process.argv.slice(2);
const file = 'stock/stock.py';
const answer = `## User

Refuse to take more than there is.

## Assistant

In \`${file}\`:

\`\`\`python
class Stock:
    # ... existing code ...

    def take(self, name, count=1):
        left = self.items.get(name, 0) - count
        if left < 0:
            raise ValueError(f"{name}: {-left} missing")
        self.items[name] = left

    # ... rest of the class ...
\`\`\`
`;

const box = mkdtempSync(join(tmpdir(), 'answer-'));
let frames;
try {
  cpSync(workspace, join(box, 'workspace'), {recursive: true});
  writeFileSync(join(box, 'chat.md'), answer);
  const run = (...args) => execFileSync(resolve(program), [...args, '--code-blocks', '--root', 'workspace', 'chat.md'], {cwd: box, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trimEnd();
  frames = [
    ['chat.md', answer],
    ['$ edit-lsp diff --code-blocks chat.md', run('diff')],
    ['$ edit-lsp apply --code-blocks --yes chat.md', `${run('apply', '--yes')}\n\n$ cat ${file}\n${readFileSync(join(box, 'workspace', file), 'utf8')}`],
  ];
} finally {
  rmSync(box, {recursive: true});
}

const escape = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const kind = line => (/^(\+\+\+|---) /.test(line) ? 'head' : line.startsWith('+') ? 'added' : line.startsWith('-') ? 'gone' : line.startsWith('@@') ? 'head' : '');
const width = 760, step = 18, each = 100 / frames.length;
const rows = Math.max(...frames.map(([, text]) => text.trimEnd().split('\n').length)) + 1;
const drawn = frames.map(([title, text], i) => {
  const lines = [['title', title], ...text.trimEnd().split('\n').map(l => [i === 1 ? kind(l) : '', l])];
  const spans = lines.map(([name, l], n) => `<text class="${name}" x="16" y="${28 + n * step}">${escape(l)}</text>`);
  return `<g class="frame" style="animation-delay:${(i - frames.length) * 4}s">\n<rect width="100%" height="100%" rx="8" fill="#1e1e1e"/>\n${spans.join('\n')}\n</g>`;
});
writeFileSync(out, `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${rows * step + 28}" viewBox="0 0 ${width} ${rows * step + 28}">
<title>An answer that leaves methods out, its diff, and the file with the change applied</title>
<style>
text{font:13px ui-monospace,Menlo,Consolas,monospace;fill:#d4d4d4;white-space:pre}
.title{fill:#9cdcfe;font-weight:bold}.added{fill:#7ee787}.gone{fill:#ff7b72}.head{fill:#a5a5a5}
.frame{opacity:0}.frame:nth-of-type(2){opacity:1}
.frame{animation:show ${frames.length * 4}s step-end infinite}
@keyframes show{0%{opacity:1}${each.toFixed(2)}%{opacity:0}}
@media (prefers-reduced-motion:reduce){.frame{animation:none}}
</style>
${drawn.join('\n')}
</svg>
`);
