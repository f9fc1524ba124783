// Drives the page from a chat to its edits.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open, serve } from './browser.mjs';
import { applyAll, changed, code, downloaded, dropZip, edit, inFirefox, inPage, marks, paste, row, start, status } from './driver.mjs';
import { makeZip } from './zip.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));

inPage('the demo, from open to a patch that git takes', async (page) => {
  await page.click('#demo');
  await page.waitForSelector('#blocks .ready');
  assert.equal(await page.textContent('#apply-all'), 'Apply all 5');
  await page.locator('#blocks li', { hasText: 'web/cart.ts' }).getByText('Preview').click();
  await page.locator('#diff .add', { hasText: 'line.cents * line.count' }).waitFor();
  await page.click('#apply-all');
  await page.waitForFunction(() => document.querySelectorAll('#files li').length === 5);
  await page.waitForFunction(() => !document.querySelector('#blocks .ready'));

  const patch = await downloaded(page, '#download-patch');
  const dir = mkdtempSync(join(tmpdir(), 'edit-lsp-'));
  cpSync(join(top, 'testdata/demo/workspace'), dir, { recursive: true });
  writeFileSync(join(dir, 'edits.patch'), patch);
  execFileSync('git', ['init', '-q'], { cwd: dir });
  execFileSync('git', ['apply', 'edits.patch'], { cwd: dir });
  assert.match(readFileSync(join(dir, 'web/cart.ts'), 'utf8'), /line\.cents \* line\.count/);
  assert.match(readFileSync(join(dir, 'stock/report/totals.py'), 'utf8'), /def /);
  assert.equal((await downloaded(page, '#download-files')).subarray(0, 2).toString(), 'PK');

  await page.click('#undo');
  await page.waitForSelector('#blocks .ready');
  assert.equal(await page.locator('#files li').count(), 0);
});

inPage('a failing block is fixed by a code action, by keyboard alone', async (page) => {
  await page.click('#demo');
  await page.waitForSelector('#blocks .failed');
  const row = page.locator('#blocks li', { hasText: 'stock/stock.py' });
  await row.getByText('Actions…').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#menu[open]');
  const fix = page.getByRole('menuitem', { name: /Fix whitespace/ });
  while (!(await fix.evaluate((item) => item === document.activeElement))) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await row.locator('.ready').waitFor();
});

// Chromium reported that the policy of the page blocks the style that it kept of the heading.
inPage('a chat with lenses is typed over, and comes again', async (page) => {
  await page.click('#demo');
  await page.waitForSelector('#blocks .ready');
  await page.locator('.lenses').first().waitFor();
  const content = page.locator('.cm-content');
  const [heading] = await page.locator('.cm-line').allTextContents();
  await content.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Hi, you');
  await page.waitForFunction(() => !document.querySelector('#blocks li'));
  await page.keyboard.press('Shift+Home');
  await page.keyboard.type('Two words');
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft');
  await page.keyboard.type('lines: ');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.insertText(' a\nb');
  assert.deepEqual(await page.locator('.cm-line').allTextContents(), ['Two lines: a', 'b']);
  while ((await page.locator('.cm-line').first().textContent()) !== heading) await page.keyboard.press('ControlOrMeta+z');
  await page.waitForSelector('#blocks .ready');
});

inPage('the address of the demo opens it, with the lines that differ in sight', async (page) => {
  await page.evaluate(() => (location.hash = 'demo'));
  const row = page.locator('#blocks li', { hasText: 'stock/stock.py' });
  await row.locator('.size').click();
  assert.match(await row.locator('.why .del').first().textContent(), /^- .*def take/);
  assert.match(await row.locator('.why .add').first().textContent(), /^\+ .*def take/);
  await page.locator('.old-line', { hasText: 'sum += line.cents;' }).waitFor();
  await page.locator('.new-line', { hasText: 'line.cents * line.count' }).waitFor();
  await page.locator('#blocks button', { hasText: /^Apply$/ }).last().click();
  await page.waitForSelector('#files li');
  assert.equal(await row.locator('details').evaluate((reason) => reason.open), true);
});

inPage('files that are dropped are checked', async (page) => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['one\ntwo\n'], 'a.py'));
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  });
  await status(page, '1 file');
  await paste(page, 'a.py\n««« EDIT\ntwo\n═══════ REPL\nthree\n»»» EDIT END\n\n');
  await page.waitForSelector('#blocks .ready');
  await page.locator('#blocks button', { hasText: /^Apply$/ }).last().click();
  await page.waitForSelector('#files li');
  assert.equal((await downloaded(page, '#download-files')).toString(), 'one\nthree\n');
});

inPage('a chat that is dropped first is the chat', async (page) => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['new.py\n««« EDIT\n═══════ REPL\nthree\n»»» EDIT END\n\n'], 'chat.md'));
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  });
  await status(page, '1 edit');
  assert.match(await page.locator('.cm-content').textContent(), /new\.py/);
});

const manyFiles = 2000;

/** Creates and picks a folder. */
async function pickMade(page) {
  const dir = mkdtempSync(join(tmpdir(), 'edit-lsp-'));
  for (let i = 0; i < manyFiles; i++) {
    const at = join(dir, 'big', `d${i % 50}`, `f${i}.txt`);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, `line ${i}\nend\n`);
  }
  await page.setInputFiles('#folder-input', join(dir, 'big'));
}

/** Picks such a folder in the page, since Playwright can't do it in Firefox. */
function pickMany() {
  const input = document.getElementById('folder-input');
  const files = Array.from({ length: 2000 }, (_, i) =>
    Object.defineProperty(new File([`line ${i}\nend\n`], `f${i}.txt`), 'webkitRelativePath', { value: `big/d${i % 50}/f${i}.txt` }),
  );
  Object.defineProperty(input, 'files', { value: files });
  input.dispatchEvent(new Event('change'));
}

inPage('a folder of 2,000 files', async (page) => {
  await (inFirefox ? page.evaluate(pickMany) : pickMade(page));
  await status(page, '2000 files');
  await paste(page, 'd7/f1507.txt\n««« EDIT\nline 1507\n═══════ REPL\nchanged\n»»» EDIT END\n\nf1508.txt\n««« EDIT\nline 1508\n═══════ REPL\nchanged\n»»» EDIT END\n\n');
  // The last block counts as unfinished at first.
  await page.locator('#blocks li', { hasText: "doesn't apply" }).waitFor();
  assert.deepEqual(await marks(page), ['ready', "doesn't apply"]);
  await page.locator('#blocks li', { hasText: 'f1508' }).getByText('Actions…').click();
  await page.getByRole('menuitem', { name: 'd8/f1508.txt' }).waitFor();
});

inPage('what was applied is reverted, and the patch of the rest is copied', async (page) => {
  await dropZip(page, 'shop.zip', makeZip([{ name: 'a.py', data: 'one\ntwo\nend\n' }, { name: 'b.py', data: 'one\n' }]));
  await status(page, '2 files');
  await applyAll(page, edit('a.py', 'one\n', 'ONE\n') + edit('a.py', 'end\n', 'END\n') + edit('b.py', 'one\n', 'two\n') + edit('c.py', '', 'made\n'), 4);
  await page.locator('#blocks li').nth(1).getByText('Revert').click();
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 1);
  assert.deepEqual(await marks(page), ['applied', 'ready', 'applied', 'applied']);
  await row(page, 'c.py').getByText('Revert').click();
  await status(page, 'c.py is as it was read');
  await page.locator('#blocks li').nth(3).locator('.ready').waitFor();
  assert.deepEqual(await changed(page), ['changed a.py', 'changed b.py']);

  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (globalThis.copied = text)));
  await page.click('#copy-patch');
  await status(page, 'Patch copied');
  const dir = mkdtempSync(join(tmpdir(), 'edit-lsp-'));
  for (const [name, text] of [['a.py', 'one\ntwo\nend\n'], ['b.py', 'one\n']]) writeFileSync(join(dir, name), text);
  execFileSync('git', ['init', '-q'], { cwd: dir });
  execFileSync('git', ['apply', '-'], { cwd: dir, input: await page.evaluate(() => globalThis.copied) });
  assert.deepEqual(['a.py', 'b.py'].map((name) => readFileSync(join(dir, name), 'utf8')), ['ONE\ntwo\nend\n', 'two\n']);

  await page.click('#undo');
  await page.locator('#files li', { hasText: 'c.py' }).waitFor();
});

/** What a row of the list shows: its mark, size, buttons and reason. */
const parts = (page, path) => page.locator('#blocks li', { hasText: path }).evaluate((row) => [...row.querySelectorAll('.mark, .size, .buttons button, .why')].map((part) => part.textContent));

inPage('code blocks are rows like any other', async (page) => {
  const shop = 'class Shop:\n    def total(self):\n        return 1\n\n    def close(self):\n        return 2\n\n\nclass Bank:\n    def close(self):\n        return 3\n';
  await dropZip(page, 'shop.zip', makeZip([{ name: 'shop.py', data: shop }, { name: 'till.py', data: shop }]));
  await status(page, '2 files');
  await paste(page, edit('a.py', '', 'made\n') + code('shop.py', 'def total(self):\n    return 10\n') + code('till.py', 'def close(self):\n    return 20\n') + code('src/app.py', 'import os\nprint(2)\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 3);
  assert.deepEqual(await marks(page), ['ready', 'asks first', 'not read', 'ready']);
  assert.equal(await page.textContent('#counts'), '1 of 1 ready, 2 code blocks, 1 not read');
  await status(page, '2 files, 1 edit, 2 code blocks, 1 not read');
  assert.deepEqual(await parts(page, 'shop.py'), ['asks first', '+1 −1 code block', 'Preview', 'Apply']);
  assert.deepEqual(await parts(page, 'till.py'), ['not read', 'code block', 'Actions…', 'fits in several places']);

  const row = page.locator('#blocks li', { hasText: 'shop.py' });
  await row.getByText('Preview').click();
  await page.locator('#diff .add', { hasText: 'return 10' }).waitFor();
  await row.getByText('Apply').click();
  assert.equal(await page.locator('#ask[open] #ask-text').textContent(), 'Changes a part of the file: shop.py');
  await page.locator('#ask button[value=no]').click();
  await status(page, 'Not applied: not confirmed');
  await row.getByText('Apply').click();
  await page.locator('#ask button[value=yes]').click();
  await row.getByText('Revert').waitFor();
  assert.deepEqual(await parts(page, 'shop.py'), ['applied', 'code block', 'Revert']);
  assert.equal(await page.textContent('#counts'), '1 of 1 ready, 2 code blocks (1 applied), 1 not read');
  assert.deepEqual(await changed(page), ['changed shop.py']);
  await row.getByText('Revert').click();
  await row.getByText('Preview').waitFor();
  assert.deepEqual(await changed(page), []);

  await page.locator('#blocks li', { hasText: 'src/app.py' }).getByText('Apply').click();
  await page.locator('#files li', { hasText: 'src/app.py' }).waitFor();
  assert.deepEqual(await changed(page), ['created src/app.py']);
  await page.locator('#blocks li', { hasText: 'till.py' }).getByText('Actions…').click();
  await page.waitForSelector('#menu[open]');
});

inPage('a code block of a folder that was not read reads it', async (page) => {
  await dropZip(page, 'shop.zip', makeZip([{ name: 'a.py', data: 'a = 1\n' }, { name: 'dist/x.py', data: 'def x():\n    return 1\n' }]));
  await status(page, '1 file, 1 folder not read');
  await paste(page, code('dist/x.py', 'def x():\n    return 2\n'));
  await page.locator('#blocks li', { hasText: 'dist/x.py' }).getByText('Read dist').click();
  await page.locator('#blocks .ready').waitFor();
  assert.deepEqual(await parts(page, 'dist/x.py'), ['asks first', '+1 −1 code block', 'Preview', 'Apply']);
});

inPage('Apply all takes code blocks once no edit block is left to apply', async (page) => {
  await dropZip(page, 'shop.zip', makeZip([{ name: 'shop.py', data: 'def a():\n    return 1\n\n\ndef b():\n    return 2\n' }]));
  await status(page, '1 file');
  await paste(page, edit('a.py', '', 'made\n') + code('shop.py', 'def b():\n    return 3\n') + code('new.py', 'import os\nprint(2)\n') + code('shop.py', 'def c(x):\n    return 5\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 3);
  assert.deepEqual(await marks(page), ['ready', 'asks first', 'ready', 'not read']);
  assert.equal(await page.textContent('#apply-all'), 'Apply all 1');
  await page.click('#apply-all');
  await status(page, 'Applied 1 edit to a.py; left: 2 code blocks');
  assert.deepEqual(await changed(page), ['created a.py']);

  // There is one question about all of them.
  await page.waitForFunction(() => document.querySelector('#apply-all').textContent === 'Apply all 2');
  await page.click('#apply-all');
  assert.equal(await page.locator('#ask[open] #ask-text').textContent(), 'Write 2 code blocks to their files?\n\nshop.py: +1 −1\nnew.py: new file');
  await page.locator('#ask button[value=no]').click();
  await status(page, 'Not applied: not confirmed');
  assert.deepEqual(await changed(page), ['created a.py']);
  await page.click('#apply-all');
  await page.locator('#ask button[value=yes]').click();
  await status(page, 'Applied 2 code blocks');
  await page.waitForSelector('#apply-all:disabled');
  assert.deepEqual(await marks(page), ['applied', 'applied', 'applied', 'not read']);
  assert.deepEqual(await changed(page), ['created a.py', 'created new.py', 'changed shop.py']);
  assert.equal(await page.locator('#ask[open]').count(), 0);
  assert.equal(await page.locator('#apply-all:disabled').textContent(), 'Apply all');

  // What was applied together is undone together.
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelector('#apply-all').textContent === 'Apply all 2');
  assert.deepEqual(await changed(page), ['created a.py']);
});

inPage('Apply all in an answer with code alone asks as its only code block does', async (page) => {
  await dropZip(page, 'shop.zip', makeZip([{ name: 'shop.py', data: 'def a():\n    return 1\n\n\ndef b():\n    return 2\n' }]));
  await status(page, '1 file');
  await paste(page, code('shop.py', 'def b():\n    return 3\n'));
  await page.waitForFunction(() => document.querySelector('#apply-all').textContent === 'Apply all 1');
  assert.equal(await page.textContent('#counts'), '1 code block');
  await page.click('#apply-all');
  assert.equal(await page.locator('#ask[open] #ask-text').textContent(), 'Changes a part of the file: shop.py');
  await page.locator('#ask button[value=yes]').click();
  await page.locator('#files li', { hasText: 'shop.py' }).waitFor();
  assert.equal((await downloaded(page, '#download-files')).toString(), 'def a():\n    return 1\n\n\ndef b():\n    return 3\n');
});

inPage('a protected file is ready, but not part of all', async (page) => {
  const block = (path) => `${path}\n««« EDIT\n═══════ REPL\n{}\n»»» EDIT END\n\n`;
  await paste(page, block('.vscode/settings.json') + block('a.json'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 2);
  assert.deepEqual(await marks(page), ['asks first', 'ready']);
  assert.equal(await page.textContent('#counts'), '1 of 2 ready, 1 asks first');
  assert.equal(await page.textContent('#apply-all'), 'Apply all 1');
});

inPage('hostile chats stay in the page', async (page) => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['one\n'], 'a.py'));
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  });
  await status(page, '1 file');
  const block = (path, to) => `${path}\n««« EDIT\none\n═══════ REPL\n${to}\n»»» EDIT END\n\n`;
  await paste(
    page,
    block('../outside.txt', 'x') +
      block('.git/config', 'x') +
      block('/etc/passwd', 'x') +
      block('a.py', '<img src=x onerror="document.title=1"><script>document.title = 1</script>') +
      block('<b>bold</b>.txt', 'x') +
      '![x](https://example.com/x.png)\n',
  );
  await page.waitForFunction(() => document.querySelectorAll('#blocks li').length === 5);
  // A block that isn't read to its end yet has the mark …
  await page.waitForFunction(() => [...document.querySelectorAll('#blocks .mark')].every(({ textContent }) => textContent !== '…'));
  assert.deepEqual(await marks(page), ['skipped', 'skipped', 'skipped', 'ready', "doesn't apply"]);
  await page.getByText('Preview').first().click();
  await page.locator('#diff', { hasText: '<script>' }).waitFor();
  assert.equal(await page.locator('#diff img, #diff script, #blocks b').count(), 0);
  assert.equal(await page.title(), 'edit-lsp: check the edits in a chat');
});

// The page's policy applies to the worker too, since it is a blob.
inPage('nothing leaves the page', async (page, { errors }) => {
  const heard = [];
  const other = createServer((request, response) => {
    heard.push(request.url);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('heard');
  });
  await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${other.address().port}/`;
  try {
    const tries = await page.evaluate(async (url) => {
      const failed = (work) => Promise.resolve().then(work).then(() => 'let through', () => 'refused');
      const image = (src) => new Promise((resolve, reject) => Object.assign(new Image(), { onload: resolve, onerror: reject, src }));
      const worker = (source) =>
        new Promise((resolve) => {
          const w = new Worker(URL.createObjectURL(new Blob([source])));
          w.onmessage = ({ data }) => resolve(data);
        });
      const inWorker = (work) => worker(`(async () => { try { await (${work}); postMessage('let through') } catch { postMessage('refused') } })()`);
      return {
        fetch: await failed(() => fetch(url + 'fetch')),
        image: await failed(() => image(url + 'image')),
        beacon: navigator.sendBeacon(url + 'beacon') && 'sent',
        socket: await failed(() => new Promise((resolve, reject) => Object.assign(new WebSocket(url.replace('http', 'ws')), { onopen: resolve, onerror: reject }))),
        script: await failed(() => import(url + 'script.js')),
        workerFetch: await inWorker(`fetch('${url}worker')`),
        workerScript: await inWorker(`importScripts('${url}worker.js')`),
        evaluation: await failed(() => (0, eval)('1')),
      };
    }, url);
    delete tries.beacon; // it reports success before it is refused
    assert.deepEqual(new Set(Object.values(tries)), new Set(['refused']), JSON.stringify(tries));
    assert.deepEqual(heard, []);
  } finally {
    other.closeAllConnections();
    other.close();
  }
  errors.length = 0; // the browser reports what it refused
});

inPage('a patch that deletes and renames asks first, and git takes what comes of it', async (page) => {
  const texts = { 'old.py': 'gone\n', 'a.py': 'one\ntwo\n' };
  const chat = '*** Begin Patch\n*** Delete File: old.py\n*** Update File: a.py\n*** Move to: b.py\n@@\n one\n-two\n+three\n*** End Patch\n\n';
  for (const dropped of [{ 'chat.md': chat }, texts]) {
    await page.evaluate((texts) => {
      const data = new DataTransfer();
      for (const [name, text] of Object.entries(texts)) data.items.add(new File([text], name));
      dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    }, dropped);
    await status(page, `${Object.keys(dropped).length === 1 ? 0 : 2} files`);
  }
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 3);
  assert.deepEqual(await page.locator('#blocks li .size').allTextContents(), ['delete', 'rename', '+1 −1']);
  await page.click('#apply-all');
  assert.equal(await page.locator('#ask[open] #ask-text').textContent(), 'Deletes the file: old.py\n\nRenames the file: a.py');
  await page.locator('#ask[open] button[value=yes]').click();
  await page.waitForFunction(() => document.querySelectorAll('#files li').length === 3);
  assert.deepEqual(await changed(page), ['deleted a.py', 'created b.py', 'deleted old.py']);

  const patch = await downloaded(page, '#download-patch');
  const dir = mkdtempSync(join(tmpdir(), 'edit-lsp-'));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(dir, name), text);
  writeFileSync(join(dir, 'edits.patch'), patch);
  execFileSync('git', ['init', '-q'], { cwd: dir });
  execFileSync('git', ['apply', 'edits.patch'], { cwd: dir });
  assert.deepEqual(readdirSync(dir).sort(), ['.git', 'b.py', 'edits.patch']);
  assert.equal(readFileSync(join(dir, 'b.py'), 'utf8'), 'one\nthree\n');
});

test('it works offline after the first load', { timeout: 120_000 }, async () => {
  const { browser } = await start();
  const own = await serve();
  const { context, page } = await open(browser, own.url);
  try {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await own.close();
    await page.reload();
    await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
    await page.click('#demo');
    await page.waitForSelector('#blocks .ready');
  } finally {
    await context.close();
  }
});
