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

/** How long to wait for what a scenario wants to see, and for its end, in milliseconds. */
const patience = 60_000;
const longest = 300_000;

const [modules, profile] = process.argv.slice(2);
const { chromium } = createRequire(join(modules, 'x.js'))('playwright-core');

// All scenarios share one browser. Starting it and compiling the workbench takes longer than
// most scenarios.
const context = await chromium.launchPersistentContext(profile, {
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  viewport: { width: 1280, height: 800 },
});
context.setDefaultTimeout(patience);
// The browser would end with its last page.
const blank = context.pages()[0] ?? (await context.newPage());

/** Text as Playwright compares it, and without the spaces between elements. */
const bare = (text) => text.replace(/\s/g, '').toLowerCase();

/** The driver's requests. */
const handsOf = (page, screens) => ({
  /** Takes a picture of the window, with the mouse out of the way and all fonts loaded. */
  async shot({ name }) {
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(screens, `${name}.png`), animations: 'disabled' });
  },
  /** Returns the texts of the elements once `text`, or each of several texts, is in one of them. */
  async texts({ selector, text = '' }) {
    const wanted = [text].flat();
    for (;;) {
      for (const one of wanted) await page.locator(selector).filter({ hasText: one }).first().waitFor();
      const shown = await page.locator(selector).evaluateAll((elements) =>
        elements.map((element) => {
          const words = [];
          const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          while (nodes.nextNode()) words.push(...nodes.currentNode.data.split(/\s+/));
          return words.filter(Boolean).join(' ');
        }),
      );
      // They may have changed since.
      if (wanted.every((one) => shown.some((words) => bare(words).includes(bare(one))))) return shown;
    }
  },
  /** Returns the colours of texts in the editor, once they are as wanted or after a timeout. */
  async colours({ texts, wanted }) {
    for (const late = Date.now() + patience; ; ) {
      const colours = await Promise.all(
        texts.map((text) => page.locator('.view-line span span', { hasText: text }).first().evaluate((element) => getComputedStyle(element).color)),
      );
      if (Date.now() > late || colours.every((colour, i) => colour === wanted[i])) return colours;
    }
  },
  /** Clicks on an element. With `force`, it may be below another one. */
  async click({ selector, text = '', nth = 0, force = false }) {
    await page.locator(selector).filter({ hasText: text }).nth(nth).click({ force });
  },
  async doubleClick({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().dblclick();
  },
  async hover({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().hover();
  },
  /** Waits for a new window, and takes its picture once it shows `text`. */
  async newWindow({ text, name }) {
    const other = context.pages().find((candidate) => candidate !== page && candidate !== blank) ?? (await context.waitForEvent('page'));
    await other.locator('.view-line').filter({ hasText: text }).first().waitFor();
    await other.locator('.codelens-decoration').first().waitFor();
    await other.screenshot({ path: join(screens, `${name}.png`), animations: 'disabled' });
    return new URL(other.url()).searchParams.get('folder');
  },
  async present({ selector }) {
    await page.locator(selector).first().waitFor();
  },
  /** Returns the background colours of the first `most` editor lines, once the `coloured` ones have one. */
  async tinted({ most, coloured }) {
    const grounds = () =>
      page.locator('.view-overlays > div').evaluateAll((lines) =>
        lines
          .map((line) => [line.offsetTop, [...line.querySelectorAll('.cdr[class*=ced-]')].map((part) => getComputedStyle(part).backgroundColor)])
          .sort(([a], [b]) => a - b)
          .map(([, colours]) => colours.find((colour) => colour !== 'rgba(0, 0, 0, 0)') ?? ''),
      );
    for (const late = Date.now() + patience; ; ) {
      const colours = (await grounds()).slice(0, most);
      if (Date.now() > late || coloured.every((line) => colours[line])) return colours;
    }
  },
  async press({ keys }) {
    await page.keyboard.press(keys);
  },
  async gone({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().waitFor({ state: 'detached' });
  },
});

/** Plays a scenario in a new window, and returns the driver's results. */
async function play({ url, folder, socket: path, screens }) {
  mkdirSync(screens, { recursive: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await context.newPage();
  /** Takes a picture of a failure. The failure matters more than why there is no picture. */
  const shoot = (name) => page.screenshot({ path: join(screens, `${name}.png`) }).catch(() => {});
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
        await shoot(`failed-${ask.do}`);
        socket.write(JSON.stringify({ id, error: String(error.message) }) + '\n');
      }
    });
  });
  await new Promise((resolve) => server.listen(path, resolve));
  await page.goto(`${url}/?folder=${encodeURI(folder)}`);
  const late = setTimeout(async () => {
    await shoot('late');
    finish({ error: `the scenario did not end in time; see ${join(screens, 'late.png')}` });
  }, longest);
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
