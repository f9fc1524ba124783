// The README's moving picture: a failing block in VS Code, its cause, the fix, its diff, and
// all edits applied.
//
//   node moving.mjs INSTALLATION VSIX FOLDER SERVER OUT
//
// Writes a PNG per frame, and frames.txt with a line "HUNDREDTHS NAME" per frame, its duration.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openForPictures } from './workbench.mjs';

const workbench = await openForPictures(
  { width: 1000, height: 560 },
  {
    'workbench.colorTheme': 'Default Dark Modern',
    'editor.fontSize': 15,
    'workbench.statusBar.visible': false,
  },
);
const { page, goTo, run, actions, lens, out } = workbench;
mkdirSync(out, { recursive: true });
const frames = [];

/** Records the screen as a frame shown for some hundredths of a second. */
async function frame(hundredths) {
  const name = `${String(frames.length).padStart(2, '0')}.png`;
  await page.screenshot({ path: join(out, name), animations: 'disabled' });
  frames.push(`${hundredths} ${name}`);
}

try {
  await workbench.open('chat.md', 16);
  await run('View: Toggle Primary Side Bar Visibility');
  await goTo(66);
  await lens('Old lines not found').waitFor();
  await page.mouse.move(600, 4);
  await frame(150);

  await goTo(61, 5);
  await run('Show or Focus Hover');
  await page.locator('.monaco-hover', { hasText: 'Old lines not found' }).first().waitFor();
  await frame(200);
  await page.keyboard.press('Escape');

  const fix = await actions('Fix whitespace');
  await frame(110);
  await fix.click({ force: true });
  await lens('stock/stock.py:11').waitFor();
  await page.keyboard.press('Escape');
  await frame(120);

  await run('Edit Blocks: Preview Edit');
  await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'raise ValueError' }).first().waitFor();
  await frame(180);
  await run('View: Close Editor');

  await goTo(1);
  await lens('Apply all').waitFor();
  await frame(100);
  await run('Edit Blocks: Apply All Edits');
  await goTo(16);
  await page.locator('.codelens-decoration', { hasText: /^applied/ }).nth(1).waitFor();
  await page.locator('.view-line', { hasText: /main\.go.*applied/ }).first().waitFor();
  await frame(150);
  await run('Notifications: Clear All Notifications');
} catch (error) {
  await page.screenshot({ path: join(out, 'failed.png') });
  throw error;
} finally {
  await workbench.close();
}
writeFileSync(join(out, 'frames.txt'), frames.join('\n') + '\n');
