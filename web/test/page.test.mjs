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
    } finally {
      await context.close();
    }
  });
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

// Browsers with writable folders ask the user. The test uses a folder of the page's origin.
if (!inFirefox) {
  inPage('a folder that is picked is written in place', async (page) => {
    await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const stream = await (await folder.getFileHandle('a.py', { create: true })).createWritable();
      await stream.write('one\ntwo\n');
      await stream.close();
      globalThis.showDirectoryPicker = async () => folder;
    });
    await page.click('#open-folder');
    await status(page, '1 file');
    await paste(page, 'a.py\n««« EDIT\ntwo\n═══════ REPL\nthree\n»»» EDIT END\n\nsrc/new.py\n««« EDIT\n═══════ REPL\nmade\n»»» EDIT END\n\n');
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
    const texts = await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const read = async (at, name) => (await (await at.getFileHandle(name)).getFile()).text();
      return [await read(folder, 'a.py'), await read(await folder.getDirectoryHandle('src'), 'new.py')];
    });
    assert.deepEqual(texts, ['one\nthree\n', 'made\n']);
  });
}

inPage('a protected file is ready, but not part of all', async (page) => {
  const block = (path) => `${path}\n««« EDIT\n═══════ REPL\n{}\n»»» EDIT END\n\n`;
  await paste(page, block('.vscode/settings.json') + block('a.json'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 2);
  assert.equal(await page.textContent('#counts'), '2 of 2 ready');
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
