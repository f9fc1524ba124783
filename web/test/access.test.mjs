// Drives the page by keyboard alone, and checks what a screen reader reads.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { applyAll, code, disk, edit, inFirefox, inPage, onDisk, openDisk, paste, status } from './driver.mjs';

const pictures = process.env.PICTURES;

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page, name, keys = 'Tab') {
  const seen = [];
  while (seen.length < 60) {
    await page.keyboard.press(keys);
    const focused = await focus(page);
    if (focused === name) return;
    seen.push(focused);
  }
  assert.fail(`no ${name} among ${seen.join(', ')}`);
}

/** The name of the element that has the focus. */
const focus = (page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute('aria-label') ?? document.getElementById(at?.getAttribute('aria-labelledby'))?.textContent ?? at?.textContent;
  });

inPage('the whole road, by keyboard alone', async (page, { t }) => {
  let keys = 0;
  page.keyboard.press = ((press) => (key) => (keys++, press.call(page.keyboard, key)))(page.keyboard.press);
  await openDiskByKeys(page, { 'a.py': 'one\n', 'b.py': 'one\n', 'dist/c.js': 'one\n' });
  await status(page, '2 files');
  await tabTo(page, 'Chat');
  await page.keyboard.insertText(edit('a.py', 'one\n', 'two\n') + edit('b.py', 'one\n', 'two\n') + edit('dist/c.js', 'one\n', 'two\n') + edit('b.py', 'three\n', 'four\n'));
  await page.locator('#blocks .failed').waitFor();

  await tabTo(page, 'Read dist');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 3);
  // The row has other buttons now, and still has the focus.
  assert.equal(await focus(page), 'dist/c.js:1');

  await tabTo(page, 'Preview: a.py:1', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.locator('#diff .add', { hasText: '+two' }).waitFor();
  assert.equal(await focus(page), 'a.py');
  await tabTo(page, 'Close the preview', 'Shift+Tab');
  await page.keyboard.press('Enter');
  assert.equal(await focus(page), 'Preview: a.py:1');

  await tabTo(page, 'Apply: a.py:1');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 2);
  await tabTo(page, 'Revert: a.py:1');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 3);

  await tabTo(page, 'Apply all 3', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#files li').length === 3);
  // The button has nothing more to do, so its heading has the focus.
  await page.waitForFunction(() => document.activeElement.id === 'edits-title');

  await tabTo(page, 'Actions…: b.py');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#menu[open]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#menu:not([open])', { state: 'attached' });

  await onDisk(page, { 'a.py': 'mine\n' });
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  await status(page, 'Nothing saved: a.py');
  await tabTo(page, 'Overwrite: a.py', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await status(page, '3 files saved');
  assert.deepEqual(await disk(page), { 'a.py': 'two\n', 'b.py': 'two\n', 'dist/c.js': 'two\n' });
  await page.waitForFunction(() => document.activeElement.id === 'files-title');
  t.diagnostic(`${keys} keys`);
});

inPage('an answer with code alone, by keyboard alone', async (page) => {
  await openDiskByKeys(page, { 'a.py': 'def a():\n    return 1\n', 'b.py': 'def b():\n    return 1\n' });
  await status(page, '2 files');
  await tabTo(page, 'Chat');
  await page.keyboard.insertText(code('a.py', 'def a():\n    return 2\n') + code('b.py', 'def b():\n    return 3\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 2);

  await tabTo(page, 'Preview: a.py');
  await page.keyboard.press('Enter');
  await page.locator('#diff .add', { hasText: 'return 2' }).waitFor();
  await tabTo(page, 'Close the preview', 'Shift+Tab');
  await page.keyboard.press('Enter');
  assert.equal(await focus(page), 'Preview: a.py');
  await tabTo(page, 'Apply all 2', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#ask[open]');
  await tabTo(page, 'Apply');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'edits-title');
  await tabTo(page, 'Revert: a.py');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#files li').length === 1);
  await page.locator('#blocks .ready').waitFor();
  assert.equal(await focus(page), 'a.py');
});

async function openDiskByKeys(page, texts) {
  await onDisk(page, texts);
  await page.evaluate(() => (globalThis.showDirectoryPicker = () => navigator.storage.getDirectory()));
  await tabTo(page, 'Open folder…');
  await page.keyboard.press('Enter');
}

/** Axe finds nothing in what the page shows now. */
async function accessible(page) {
  const { violations } = await page.evaluate(() => axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`), []);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

for (const [name, options] of [
  ['light', { colorScheme: 'light' }],
  // Playwright can't set Firefox's colour scheme.
  ...(inFirefox ? [] : [['dark', { colorScheme: 'dark' }]]),
  ['phone', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
]) {
  inPage(
    `no violation of accessibility rules: ${name}`,
    async (page) => {
      await page.click('#demo');
      await page.waitForSelector('#blocks .ready');
      await page.waitForSelector('#blocks .problem');
      await page.locator('#blocks li', { hasText: 'server/main.go:31' }).getByText('Preview').click();
      await page.waitForSelector('#diff .add');
      await page.locator('#blocks li', { hasText: 'stock/stock.py' }).locator('summary').click();
      if (pictures) await page.screenshot({ path: join(pictures, `web-${name}.png`), fullPage: name === 'phone' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(width <= 0, `the page is ${width} px wider than the window`);
      await page.evaluate(axe);
      await accessible(page);

      await page.locator('#blocks li', { hasText: 'stock/stock.py' }).getByText('Actions…').click();
      await page.waitForSelector('#menu[open]');
      await accessible(page);
      await page.keyboard.press('Escape');

      await openDisk(page, { 'a.py': 'one\ntwo\nthree\n', 'dist/b.js': 'one\n', 'old.py': 'one\n' }, '2 files, 1 folder not read');
      await applyAll(page, edit('a.py', 'two\n', 'TWO\n') + edit('dist/b.js', 'one\n', 'two\n') + '*** Begin Patch\n*** Delete File: old.py\n*** End Patch\n', 2, accessible);
      await onDisk(page, { 'a.py': 'mine\ntwo\nthree\n' });
      await page.click('#save');
      await status(page, 'Nothing saved: a.py');
      if (pictures) await page.screenshot({ path: join(pictures, `web-changed-on-disk-${name}.png`), fullPage: name === 'phone' });
      await accessible(page);

      // Rows of code blocks: new files, and one that isn't read.
      await paste(page, code('src/b.py', 'import sys\nprint(1)\n') + code('src/app.py', 'import os\nprint(2)\n') + code('a.py', 'other\n'));
      await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 2);
      await page.locator('#blocks .failed').waitFor();
      if (pictures) await page.screenshot({ path: join(pictures, `web-code-${name}.png`), fullPage: name === 'phone' });
      await accessible(page);
      await page.click('#apply-all');
      await page.waitForSelector('#ask[open]');
      await accessible(page);
    },
    // The test adds axe to the page, which the policy would refuse.
    { ...options, bypassCSP: true },
  );
}
