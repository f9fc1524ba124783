// Opens VS Code's workbench in a browser, for the driver extension that plays a scenario
// inside it, and is its hands and eyes: what an extension cannot do or see by itself, the
// driver asks for here. Prints what the driver found, as JSON.
//
//   node drive.mjs '{"url", "folder", "socket", "profile", "screens", "modules"}'
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const options = JSON.parse(process.argv[2]);
const { chromium } = createRequire(join(options.modules, 'x.js'))('playwright-core');
mkdirSync(options.screens, { recursive: true });

// The profile is kept from scenario to scenario for what the browser has compiled.
const context = await chromium.launchPersistentContext(options.profile, {
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  viewport: { width: 1280, height: 800 },
});
await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: options.url });
const page = context.pages()[0] ?? (await context.newPage());

/** What the driver can ask for; a row each. */
const hands = {
  /** A picture of the window. The mouse is out of the way, and fonts and icons are there. */
  async shot({ name }) {
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(options.screens, `${name}.png`), animations: 'disabled' });
  },
  /** The words of each element, once there is one that shows `text`. */
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
  async click({ selector, text = '', nth = 0 }) {
    await page.locator(selector).filter({ hasText: text }).nth(nth).click({ force: true, timeout: 20_000 });
  },
  async doubleClick({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().dblclick({ timeout: 20_000 });
  },
  async hover({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().hover({ timeout: 20_000 });
  },
  /** Waits for a window that was opened, and takes its picture once it shows `text`. */
  async newWindow({ text, name }) {
    const other = context.pages().find((candidate) => candidate !== page) ?? (await context.waitForEvent('page', { timeout: 20_000 }));
    await other.locator('.view-line').filter({ hasText: text }).first().waitFor({ timeout: 40_000 });
    await other.locator('.codelens-decoration').first().waitFor({ timeout: 40_000 });
    await other.screenshot({ path: join(options.screens, `${name}.png`), animations: 'disabled' });
    return new URL(other.url()).searchParams.get('folder');
  },
  async press({ keys }) {
    await page.keyboard.press(keys);
  },
  async gone({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().waitFor({ state: 'detached', timeout: 20_000 });
  },
};

rmSync(options.socket, { force: true });
let finish;
const found = new Promise((resolve) => (finish = resolve));
const server = createServer((socket) => {
  createInterface({ input: socket }).on('line', async (line) => {
    const { id, ask, found: result } = JSON.parse(line);
    if (result) return finish(result);
    try {
      socket.write(JSON.stringify({ id, answer: await hands[ask.do](ask) }) + '\n');
    } catch (error) {
      await page.screenshot({ path: join(options.screens, `failed-${ask.do}.png`) });
      socket.write(JSON.stringify({ id, error: String(error.message) }) + '\n');
    }
  });
});
await new Promise((resolve) => server.listen(options.socket, resolve));

await page.goto(`${options.url}/?folder=${encodeURI(options.folder)}`);
const late = setTimeout(async () => {
  await page.screenshot({ path: join(options.screens, 'late.png') });
  finish({ error: `the scenario did not end in time; see ${join(options.screens, 'late.png')}` });
}, 100_000);
const result = await found;
clearTimeout(late);
process.stdout.write(JSON.stringify(result));
await context.close();
process.exit(0);
