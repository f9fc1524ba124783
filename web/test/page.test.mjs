// Drives the page in a real browser: node --test test/ BROWSER=firefox selects Firefox instead
// of Chromium.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync, cpSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { launch, open, serve } from './browser.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const pictures = process.env.PICTURES;
const inFirefox = process.env.BROWSER === 'firefox';
let server, browser;

before(async () => {
  server = await serve();
  browser = await launch(process.env.BROWSER);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the page for a test. The test fails if the page reports an error. */
function inPage(name, work, options) {
  test(name, { timeout: 120_000 }, async (t) => {
    const { context, page, errors } = await open(browser, server.url, options);
    try {
      await work(page, { t, context, errors });
      assert.deepEqual(errors, []);
    } catch (error) {
      t.diagnostic(await page.evaluate(() => `The page shows: ${document.getElementById('status').textContent}\n${document.getElementById('side').innerText}`));
      throw error;
    } finally {
      await context.close();
    }
  });
}

/** A test of the list W in docs/trust.md. */
function inTrust(name, work, options) {
  inPage(`Trust/W: ${name}`, work, options);
}

const status = (page, text) => page.waitForFunction((want) => document.getElementById('status').textContent.includes(want), text);
const marks = (page) => page.locator('#blocks .mark').allTextContents();

async function paste(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

async function downloaded(page, button) {
  if (inFirefox) return Buffer.from(await page.evaluate(offered, button));
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return readFileSync(await download.path());
}

/** Returns the file that a button saves. Playwright doesn't see Firefox's downloads. */
async function offered(button) {
  const make = URL.createObjectURL;
  const blob = await new Promise((resolve) => {
    URL.createObjectURL = (given) => (resolve(given), make.call(URL, given));
    document.querySelector(button).click();
  });
  URL.createObjectURL = make;
  return [...new Uint8Array(await blob.arrayBuffer())];
}

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

inPage('the address of the demo opens it, with the lines that differ in sight', async (page) => {
  await page.evaluate(() => (location.hash = 'demo'));
  const row = page.locator('#blocks li', { hasText: 'stock/stock.py' });
  await row.locator('.size').click();
  assert.match(await row.locator('.why .del').first().textContent(), /^- .*def take/);
  assert.match(await row.locator('.why .add').first().textContent(), /^\+ .*def take/);
  await page.locator('.old-line', { hasText: 'sum += line.cents;' }).waitFor();
  await page.locator('.new-line', { hasText: 'line.cents * line.count' }).waitFor();
  await page.getByRole('button', { name: 'Apply', exact: true }).last().click();
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
  await page.getByRole('button', { name: 'Apply', exact: true }).last().click();
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

const edit = (path, from, to) => `${path}\n««« EDIT\n${from}═══════ REPL\n${to}»»» EDIT END\n\n`;

// Browsers with writable folders ask the user. The tests use a folder of the page's origin.

/** Writes files into that folder, or removes those without a text. */
function onDisk(page, texts) {
  return page.evaluate(async (texts) => {
    for (const [path, text] of Object.entries(texts)) {
      const parts = path.split('/');
      let at = await navigator.storage.getDirectory();
      for (const part of parts.slice(0, -1)) at = await at.getDirectoryHandle(part, { create: true });
      if (text === null) {
        await at.removeEntry(parts.at(-1));
        continue;
      }
      const stream = await (await at.getFileHandle(parts.at(-1), { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    }
  }, texts);
}

/** Reads its files, by path. */
function disk(page) {
  return page.evaluate(async () => {
    const texts = {};
    const walk = async (folder, path) => {
      for await (const child of folder.values()) {
        if (child.kind === 'directory') await walk(child, `${path}${child.name}/`);
        else texts[path + child.name] = await (await child.getFile()).text();
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    return texts;
  });
}

/** Opens the folder with these files, and waits until the page says so. */
async function openDisk(page, texts, said) {
  await onDisk(page, texts);
  await page.evaluate(() => (globalThis.showDirectoryPicker = () => navigator.storage.getDirectory()));
  await page.click('#open-folder');
  await status(page, said);
}

/** Pastes a chat whose blocks are ready, and applies all. */
async function applyAll(page, chat, blocks = 1) {
  await paste(page, chat);
  await page.waitForFunction((blocks) => document.querySelectorAll('#blocks .ready').length === blocks, blocks);
  await page.click('#apply-all');
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 0);
}

const changed = (page) => page.locator('#files li').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('.mark, .path')].map((part) => part.textContent).join(' ')));
const row = (page, path) => page.locator('#files li', { hasText: path });
const texts = (page) => page.locator('.texts tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

inPage('a folder that is picked is written in place', async (page) => {
  await openDisk(page, { 'a.py': 'one\ntwo\n' }, '1 file');
  await paste(page, edit('a.py', 'two\n', 'three\n') + edit('src/new.py', '', 'made\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 2);
  // Saving at once, while the answer to Apply is on its way. The last thing done stays in sight.
  await page.evaluate(() => {
    const save = document.getElementById('save');
    new MutationObserver((_, observer) => (observer.disconnect(), save.click())).observe(save, { attributes: true });
  });
  await page.click('#apply-all');
  await status(page, '2 files saved');
  await page.waitForTimeout(500);
  assert.equal(await page.textContent('#status'), '2 files saved');
  assert.deepEqual(await disk(page), { 'a.py': 'one\nthree\n', 'src/new.py': 'made\n' });
});

inTrust('Save shows a file that changed on disk, and overwrites it only when asked', async (page) => {
  await openDisk(page, { 'a.py': 'one\ntwo\n' }, '1 file');
  await applyAll(page, edit('a.py', 'two\n', 'three\n'));
  await onDisk(page, { 'a.py': 'mine\ntwo\n' });
  await page.click('#save');
  await status(page, 'Nothing saved: a.py is not on disk as read');
  assert.deepEqual(await disk(page), { 'a.py': 'mine\ntwo\n' });
  assert.deepEqual(await changed(page), ['changed on disk a.py']);
  assert.deepEqual(await texts(page), [['On disk', 'To save'], ['mine', 'one'], ['two', 'three']]);

  await row(page, 'a.py').getByText('Overwrite').click();
  await status(page, '1 file saved');
  assert.deepEqual(await disk(page), { 'a.py': 'one\nthree\n' });
  assert.deepEqual(await changed(page), []);
});

inTrust('Save shows a file that appeared on disk, and it can be read instead', async (page) => {
  await openDisk(page, { 'a.py': 'one\n' }, '1 file');
  await applyAll(page, edit('new.py', '', 'made\n'));
  await onDisk(page, { 'new.py': 'mine\n' });
  await page.click('#save');
  await status(page, 'Nothing saved: new.py');
  assert.deepEqual(await changed(page), ['new on disk new.py']);
  assert.deepEqual(await texts(page), [['On disk', 'To save'], ['mine', 'made']]);

  await row(page, 'new.py').getByText('Read again').click();
  await page.locator('#blocks', { hasText: 'File already exists' }).waitFor();
  assert.deepEqual(await changed(page), []);
  assert.equal(await page.isHidden('#save'), true);
  assert.deepEqual(await disk(page), { 'a.py': 'one\n', 'new.py': 'mine\n' });
});

inTrust('Save shows a file that is gone from the disk', async (page) => {
  await openDisk(page, { 'a.py': 'one\n', 'b.py': 'one\n' }, '2 files');
  await applyAll(page, edit('a.py', 'one\n', 'two\n'));
  await onDisk(page, { 'a.py': null });
  await page.click('#save');
  await status(page, 'Nothing saved: a.py');
  assert.deepEqual(await changed(page), ['not on disk a.py']);
  assert.deepEqual(await texts(page), [['On disk: no file', 'To save'], ['', 'two']]);
  assert.deepEqual(await disk(page), { 'b.py': 'one\n' });
});

inTrust('Save writes all files or none', async (page) => {
  await openDisk(page, { 'a.py': 'one\n', 'b.py': 'one\n' }, '2 files');
  await applyAll(page, edit('a.py', 'one\n', 'two\n') + edit('b.py', 'one\n', 'two\n') + edit('c.py', '', 'made\n'), 3);
  await onDisk(page, { 'b.py': 'mine\n' });
  await page.click('#save');
  await status(page, 'Nothing saved: b.py');
  assert.deepEqual(await disk(page), { 'a.py': 'one\n', 'b.py': 'mine\n' });
  assert.deepEqual(await changed(page), ['changed a.py', 'changed on disk b.py', 'created c.py']);
});

inTrust('what was shown is overwritten, not what came after', async (page) => {
  await openDisk(page, { 'a.py': 'one\n' }, '1 file');
  await applyAll(page, edit('a.py', 'one\n', 'two\n'));
  await onDisk(page, { 'a.py': 'mine\n' });
  await page.click('#save');
  await status(page, 'Nothing saved');
  await onDisk(page, { 'a.py': 'mine again\n' });
  await row(page, 'a.py').getByText('Overwrite').click();
  await page.locator('.texts td', { hasText: 'mine again' }).waitFor();
  assert.deepEqual(await disk(page), { 'a.py': 'mine again\n' });
});

inTrust('an edit is made in the text that was checked', async (page) => {
  await openDisk(page, { 'a.py': 'one\ntwo\n' }, '1 file');
  await paste(page, edit('a.py', 'two\n', 'three\n'));
  await page.waitForSelector('#blocks .ready');
  await onDisk(page, { 'a.py': 'a line more\none\ntwo\n' });
  await page.click('#apply-all');
  await status(page, 'Applied 1 edit to a.py');
  await page.click('#save');
  await status(page, 'Nothing saved: a.py');
  assert.deepEqual(await texts(page), [['On disk', 'To save'], ['a line more', ''], ['one', 'one'], ['two', 'three']]);

  await row(page, 'a.py').getByText('Read again').click();
  await page.waitForSelector('#blocks .ready');
  await page.click('#apply-all');
  await page.waitForSelector('#files li');
  await page.click('#save');
  await status(page, '1 file saved');
  assert.deepEqual(await disk(page), { 'a.py': 'a line more\none\nthree\n' });
});

inTrust('Save deletes a file that is as it was read', async (page) => {
  const move = '*** Begin Patch\n*** Delete File: old.py\n*** Update File: a.py\n*** Move to: b.py\n@@\n-one\n+two\n*** End Patch\n\n';
  await openDisk(page, { 'old.py': 'gone\n', 'a.py': 'one\n' }, '2 files');
  await paste(page, move);
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 3);
  await page.click('#apply-all');
  await page.locator('#ask[open] button[value=yes]').click();
  await page.waitForFunction(() => document.querySelectorAll('#files li').length === 3);
  await onDisk(page, { 'old.py': 'mine\n' });
  await page.click('#save');
  await status(page, 'Nothing saved: old.py');
  assert.deepEqual(await disk(page), { 'old.py': 'mine\n', 'a.py': 'one\n' });
  assert.deepEqual(await texts(page), [['On disk', 'To save: no file'], ['mine', '']]);

  await onDisk(page, { 'old.py': 'gone\n' });
  await page.click('#save');
  await status(page, '3 files saved');
  assert.deepEqual(await disk(page), { 'b.py': 'two\n' });
});

inTrust('a folder that was skipped is not read, never missing', async (page) => {
  await openDisk(page, { 'a.py': 'one\n', 'dist/app.js': 'one\n', 'dist/lib/x.js': 'one\n' }, '1 file, 1 folder not read');
  await paste(page, edit('dist/app.js', '', 'made\n') + edit('dist/lib/x.js', 'one\n', 'two\n') + edit('a.py', 'one\n', 'two\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 1);
  assert.equal(await page.locator('#blocks li', { hasText: 'dist was not read yet' }).count(), 2);
  assert.doesNotMatch(await page.textContent('#blocks'), /not found/i);
  assert.equal(await page.textContent('#apply-all'), 'Apply all 1');

  await page.getByRole('button', { name: 'Read dist' }).first().click();
  await status(page, '3 files, 3 edits');
  assert.deepEqual(await marks(page), ["doesn't apply", 'ready', 'ready']);
  assert.match(await page.textContent('#blocks'), /File already exists: dist\/app\.js/);
  await page.click('#apply-all');
  await page.waitForFunction(() => document.querySelectorAll('#files li').length === 2);
  await page.click('#save');
  await status(page, '2 files saved');
  assert.deepEqual(await disk(page), { 'a.py': 'two\n', 'dist/app.js': 'one\n', 'dist/lib/x.js': 'two\n' });
});

inTrust("git's own configuration says what is protected", async (page) => {
  await openDisk(page, { 'a.py': 'one\n', '.git/config': '[core]\n\thooksPath = tasks\n', '.git/HEAD': 'ref: refs/heads/main\n' }, '1 file, 0 edits');
  await paste(page, edit('tasks/pre-commit', '', 'made\n') + edit('a.py', 'one\n', 'two\n') + edit('.git/hooks/post-commit', '', 'made\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 2);
  assert.deepEqual(await marks(page), ['asks first', 'ready', 'skipped']);
  assert.equal(await page.getByRole('button', { name: 'Read .git' }).count(), 0);
});

inTrust('files past the limit are not read, never missing', async (page) => {
  await page.evaluate(() => {
    const input = document.getElementById('folder-input');
    const make = (path) => Object.defineProperty(new File(['one\n'], path), 'webkitRelativePath', { value: `big/${path}` });
    Object.defineProperty(input, 'files', { value: [...Array.from({ length: 20_000 }, (_, i) => make(`d${i % 50}/f${i}.txt`)), make('last.txt'), make('more/last.txt')] });
    input.dispatchEvent(new Event('change'));
  });
  await status(page, '20000 files, the rest not read');
  await paste(page, edit('last.txt', 'one\n', 'two\n') + edit('more/last.txt', '', 'made\n') + edit('d7/f7.txt', 'one\n', 'two\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 1);
  assert.equal(await page.locator('#blocks li', { hasText: 'only the first 20000 files were read' }).count(), 2);
  await page.getByRole('button', { name: 'Read more files' }).first().click();
  await status(page, '20002 files, 3 edits');
  assert.deepEqual(await marks(page), ['ready', "doesn't apply", 'ready']);
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
  assert.deepEqual(await page.locator('#files li').allTextContents(), ['deleteda.py', 'createdb.py', 'deletedold.py']);

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
      const { violations } = await page.evaluate(() => axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`), []);
    },
    // The test adds axe to the page, which the policy would refuse.
    { ...options, bypassCSP: true },
  );
}
