// Drives the page in a real browser. BROWSER=firefox selects Firefox instead of Chromium.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { launch, open, serve } from './browser.mjs';

export const inFirefox = process.env.BROWSER === 'firefox';

let started;

/** The server of the page, and the browser. Both are started by the first test. */
export const start = () => (started ??= Promise.all([serve(), launch(process.env.BROWSER)]).then(([server, browser]) => ({ server, browser })));

after(async () => {
  const { server, browser } = (await started) ?? {};
  await browser?.close();
  await server?.close();
});

/** Opens the page for a test. The test fails if the page reports an error. */
export function inPage(name, work, options) {
  test(name, { timeout: 120_000 }, async (t) => {
    const { server, browser } = await start();
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
export function inTrust(name, work, options) {
  inPage(`Trust/W: ${name}`, work, options);
}

export const status = (page, text) => page.waitForFunction((want) => document.getElementById('status').textContent.includes(want), text);
export const marks = (page) => page.locator('#blocks .mark').allTextContents();

export async function paste(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

export async function downloaded(page, button) {
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

export const edit = (path, from, to) => `${path}\n««« EDIT\n${from}═══════ REPL\n${to}»»» EDIT END\n\n`;

/** A fence that names its file. */
export const code = (path, text) => `${path}\n\`\`\`python\n${text}\`\`\`\n\n`;

// Browsers with writable folders ask the user. The tests use a folder of the page's origin.

/** Writes files into that folder, or removes those without a text. */
export function onDisk(page, texts) {
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
export function disk(page) {
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
export async function openDisk(page, texts, said) {
  await onDisk(page, texts);
  await page.evaluate(() => (globalThis.showDirectoryPicker = () => navigator.storage.getDirectory()));
  await page.click('#open-folder');
  await status(page, said);
}

/** Pastes a chat whose blocks are ready, and applies all. `asked` sees the question, if there is one. */
export async function applyAll(page, chat, blocks = 1, asked) {
  await paste(page, chat);
  await page.waitForFunction((blocks) => document.querySelectorAll('#blocks .ready').length === blocks, blocks);
  await page.click('#apply-all');
  if (asked) {
    await page.waitForSelector('#ask[open]');
    await asked(page);
    await page.locator('#ask button[value=yes]').click();
  }
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 0);
}

export const changed = (page) => page.locator('#files li').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('.mark, .path')].map((part) => part.textContent).join(' ')));
export const row = (page, path) => page.locator('#files li', { hasText: path });
export const texts = (page) => page.locator('.texts tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

/** Drops an archive onto the page. */
export const dropZip = (page, name, data) =>
  page.evaluate(
    ([name, base64]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
      dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    },
    [name, data.toString('base64')],
  );
