// Renders terminal output as pictures:
//
//   node terminal.mjs INSTALLATION [FILE.ansi OUT.png FIRST LAST]…
//
// The terminal is VS Code's, in a browser. FIRST and LAST are 1-based lines of the 132 × 40
// terminal of the editor tests.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [installation, ...pictures] = process.argv.slice(2);
const { chromium } = createRequire(join(installation, 'x.js'))('playwright-core');
const xterm = join(installation, 'node_modules/code-server/lib/vscode/node_modules/@xterm/xterm');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const columns = 132;
const rows = 40;

for (let i = 0; i < pictures.length; i += 4) {
  const [file, out, first, last] = pictures.slice(i, i + 4);
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  await page.setContent('<body style="margin:0;background:#1c1c22"><div id="terminal" style="display:inline-block"></div></body>');
  await page.addStyleTag({ path: join(xterm, 'css/xterm.css') });
  await page.addScriptTag({ path: join(xterm, 'lib/xterm.js') });
  // Drop the final newline, which would scroll.
  const text = readFileSync(file, 'utf8').replace(/\n$/, '').replaceAll('\n', '\r\n');
  await page.evaluate(
    ({ text, columns, rows }) => {
      const terminal = new window.Terminal({
        cols: columns,
        rows,
        fontSize: 13,
        fontFamily: '"DejaVu Sans Mono", monospace',
        cursorInactiveStyle: 'none',
        theme: { background: '#1c1c22', foreground: '#e0e0e0' },
      });
      terminal.open(document.getElementById('terminal'));
      return new Promise((resolve) => terminal.write(text, resolve));
    },
    { text, columns, rows },
  );
  // The lines are drawn in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const { x, y, width, height } = await page.locator('.xterm-screen').boundingBox();
  const line = height / rows;
  await page.screenshot({ path: out, clip: { x, y: y + (first - 1) * line, width, height: (last - first + 1) * line } });
  await page.close();
}
await browser.close();
