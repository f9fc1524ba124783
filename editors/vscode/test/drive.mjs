// Opens VS Code in a browser for the driver extension, which plays a scenario inside it and
// asks this script for what an extension can't do or see. Reads a line of JSON per scenario,
// and prints a line with the driver's results.
//
//   node drive.mjs MODULES PROFILE     {"url", "folder", "socket", "screens"}
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [modules, profile] = process.argv.slice(2);
const { chromium } = createRequire(join(modules, 'x.js'))('playwright-core');

// All scenarios share one browser. Starting it and compiling the workbench takes longer than
// most scenarios.
const context = await chromium.launchPersistentContext(profile, {
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  viewport: { width: 1280, height: 800 },
});
// The browser would end with its last page.
const blank = context.pages()[0] ?? (await context.newPage());

/** The driver's requests. */
const handsOf = (page, screens) => ({
  /** Takes a picture of the window, with the mouse out of the way and all fonts loaded. */
  async shot({ name }) {
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(screens, `${name}.png`), animations: 'disabled' });
  },
  /** Returns the texts of the elements once one shows `text`. */
  async texts({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: 20_000 });
    return page.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const words = [];
        const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (nodes.nextNode()) words.push(...nodes.currentNode.data.split(/\s+/));
        return words.filter(Boolean).join(' ');
      }),
    );
  },
  /** Returns the colours of texts in the editor, once they are as wanted or after a timeout. */
  async colours({ texts, wanted }) {
    for (const late = Date.now() + 20_000; ; ) {
      const colours = await Promise.all(
        texts.map((text) => page.locator('.view-line span span', { hasText: text }).first().evaluate((element) => getComputedStyle(element).color)),
      );
      if (Date.now() > late || colours.every((colour, i) => colour === wanted[i])) return colours;
    }
  },
  async click({ selector, text = '', nth = 0 }) {
    // A redrawn lens is briefly invisible, and a forced click doesn't wait.
    const element = page.locator(selector).filter({ hasText: text }).nth(nth);
    for (const late = Date.now() + 20_000; ; ) {
      await element.waitFor({ timeout: 20_000 });
      try {
        return await element.click({ force: true, timeout: 20_000 });
      } catch (error) {
        if (Date.now() > late || !error.message.includes('not visible')) throw error;
      }
    }
  },
  async doubleClick({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().dblclick({ timeout: 20_000 });
  },
  async hover({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().hover({ timeout: 20_000 });
  },
  /** Waits for a new window, and takes its picture once it shows `text`. */
  async newWindow({ text, name }) {
    const other = context.pages().find((candidate) => candidate !== page && candidate !== blank) ?? (await context.waitForEvent('page', { timeout: 20_000 }));
    await other.locator('.view-line').filter({ hasText: text }).first().waitFor({ timeout: 40_000 });
    await other.locator('.codelens-decoration').first().waitFor({ timeout: 40_000 });
    await other.screenshot({ path: join(screens, `${name}.png`), animations: 'disabled' });
    return new URL(other.url()).searchParams.get('folder');
  },
  async present({ selector }) {
    await page.locator(selector).first().waitFor({ timeout: 20_000 });
  },
  /** Returns the first `most` editor lines with a background colour. */
  async tinted({ most }) {
    const grounds = () =>
      page.locator('.view-overlays > div').evaluateAll((lines) =>
        lines
          .map((line) => [line.offsetTop, [...line.querySelectorAll('.cdr[class*=ced-]')].map((part) => getComputedStyle(part).backgroundColor)])
          .sort(([a], [b]) => a - b)
          .map(([, colours]) => colours.find((colour) => colour !== 'rgba(0, 0, 0, 0)') ?? ''),
      );
    await page.locator('.view-overlays .cdr[class*=ced-]').first().waitFor({ timeout: 20_000 });
    return (await grounds()).slice(0, most);
  },
  async press({ keys }) {
    await page.keyboard.press(keys);
  },
  async gone({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().waitFor({ state: 'detached', timeout: 20_000 });
  },
});

/** Plays a scenario in a new window, and returns the driver's results. */
async function play({ url, folder, socket: path, screens }) {
  mkdirSync(screens, { recursive: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await context.newPage();
  const hands = handsOf(page, screens);
  rmSync(path, { force: true });
  let finish;
  const found = new Promise((resolve) => (finish = resolve));
  const server = createServer((socket) => {
    socket.on('error', () => {}); // the window was closed
    createInterface({ input: socket }).on('line', async (line) => {
      const { id, ask, found: result } = JSON.parse(line);
      if (result) return finish(result);
      try {
        socket.write(JSON.stringify({ id, answer: await hands[ask.do](ask) }) + '\n');
      } catch (error) {
        await page.screenshot({ path: join(screens, `failed-${ask.do}.png`) });
        socket.write(JSON.stringify({ id, error: String(error.message) }) + '\n');
      }
    });
  });
  await new Promise((resolve) => server.listen(path, resolve));
  await page.goto(`${url}/?folder=${encodeURI(folder)}`);
  const late = setTimeout(async () => {
    await page.screenshot({ path: join(screens, 'late.png') });
    finish({ error: `the scenario did not end in time; see ${join(screens, 'late.png')}` });
  }, 100_000);
  const result = await found;
  clearTimeout(late);
  server.close();
  return result;
}

/**
 * Leaves a window like a user. If it were just closed, the server would wait for it, and its
 * extensions would run alongside the next one's.
 */
async function leave(page) {
  page.on('dialog', (dialog) => dialog.accept().catch(() => {})); // about unsaved files
  await page.goto('about:blank', { timeout: 10_000 }).catch(() => {});
  await page.close();
}

for await (const line of createInterface({ input: process.stdin })) {
  const found = await play(JSON.parse(line)).catch((error) => ({ error: String(error.stack) }));
  for (const open of context.pages()) if (open !== blank) await leave(open);
  process.stdout.write(JSON.stringify(found) + '\n');
}
await context.close();
process.exit(0);
