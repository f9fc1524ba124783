// Opens VS Code in a browser for the driver extension, which plays scenarios inside it and asks
// this script for what an extension can't do or see. Reads a line of JSON per request, and
// prints a line with the driver's answer:
//
//   node drive.mjs MODULES PROFILE
//   {"window", "url", "folder", "workspace", "screens", "reload", "play"}   play a scenario
//   {"clear": FOLDER}                                                       close all editors and delete all files
//
// The first folder of a workspace with several is `folder`.
//
// Opening a window takes longer than most scenarios, so scenarios share one, as long as it has
// the wanted name and folder and none has failed.
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

/** Reports whether an element is there after a short wait. */
const shows = (page, { selector, text = '' }) =>
  page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: 5_000 }).then(() => true, () => false);

/** Returns the texts of the elements that are there now. */
const textsOf = (page, selector) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const words = [];
      const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (nodes.nextNode()) words.push(...nodes.currentNode.data.split(/\s+/));
      return words.filter(Boolean).join(' ');
    }),
  );

const holds = (texts, text) => texts.some((words) => bare(words).includes(bare(text)));

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
      const shown = await textsOf(page, selector);
      // They may have changed since.
      if (wanted.every((one) => holds(shown, one))) return shown;
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
  /** Returns the different colours of the borders of elements that can be seen. */
  async borders({ selector }) {
    const styles = await page.locator(selector).evaluateAll((elements) =>
      elements.map(getComputedStyle).map(({ borderTopWidth: width, borderTopColor: colour }) => ({ width, colour })),
    );
    const seen = styles.filter(({ width, colour }) => width !== '0px' && colour !== 'rgba(0, 0, 0, 0)');
    return [...new Set(seen.map(({ colour }) => colour))].sort();
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
  /**
   * Takes the focus from the window and gives it back, until an element is there: the extension may not know a setting
   * yet. To a page that is driven, the browser always gives the focus.
   */
  async refocus({ selector }) {
    const focus = (has) =>
      page.evaluate((has) => {
        document.hasFocus = () => has;
        window.dispatchEvent(new Event(has ? 'focus' : 'blur'));
        return new Promise((resolve) => setTimeout(resolve)); // VS Code notices then
      }, has);
    for (const late = Date.now() + patience; Date.now() < late; ) {
      await focus(false);
      await focus(true);
      if (await shows(page, { selector })) return;
    }
    throw new Error(`the window has the focus, but no ${selector}`);
  },
  /**
   * Presses keys. With `until`, an element that they bring, it does so again until that is there: the window may not
   * know yet what has the focus, and it closes a menu when its focus changes. Then returns the elements' texts.
   */
  async press({ keys, until }) {
    for (const late = Date.now() + patience; Date.now() < late; ) {
      await page.keyboard.press(keys);
      if (!until) return;
      if (!(await shows(page, until))) continue;
      const shown = await textsOf(page, until.selector);
      if (holds(shown, until.text ?? '')) return shown;
    }
    throw new Error(`pressed ${keys} in vain`);
  },
  async gone({ selector, text = '' }) {
    await page.locator(selector).filter({ hasText: text }).first().waitFor({ state: 'detached' });
  },
});

/** Reports, in the window, whether a tab is stored, which VS Code does some seconds later. */
async function isStored(tab) {
  const answer = (request) =>
    new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
  const states = (await indexedDB.databases()).filter(({ name }) => name.startsWith('vscode-web-state-db-'));
  for (const { name } of states) {
    const base = await answer(indexedDB.open(name));
    const table = base.objectStoreNames.contains('ItemTable') && base.transaction('ItemTable').objectStore('ItemTable');
    const tabs = table && (await answer(table.get('memento/workbench.parts.editor')));
    base.close();
    if (tabs?.includes?.(tab)) return true;
  }
  return false;
}

/** The open window, and how to send its driver a request. */
let open;

/** The last request for each folder. */
const requests = new Map();

async function openWindow({ window, url, folder, workspace, screens }) {
  mkdirSync(screens, { recursive: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await context.newPage();
  const hands = handsOf(page, screens);
  /** Takes a picture of a failure. The failure matters more than why there is no picture. */
  const shoot = (name) => page.screenshot({ path: join(screens, `${name}.png`) }).catch(() => {});
  let connected, driver, finish;
  const nextDriver = () => (driver = new Promise((resolve) => (connected = resolve)));
  const server = createServer((socket) => {
    socket.on('error', () => {}); // the window was closed
    createInterface({ input: socket }).on('line', async (line) => {
      const { id, ask, found } = JSON.parse(line);
      if (found) return finish(found);
      try {
        socket.write(JSON.stringify({ id, answer: await hands[ask.do](ask) }) + '\n');
      } catch (error) {
        await shoot(`failed-${ask.do}`);
        socket.write(JSON.stringify({ id, error: String(error.message) }) + '\n');
      }
    });
    connected(socket);
  });
  const path = join(folder, '..', 'driver.sock');
  rmSync(path, { force: true });
  await new Promise((resolve) => server.listen(path, resolve));
  nextDriver();
  await page.goto(`${url}/?${workspace ? `workspace=${encodeURI(workspace)}` : `folder=${encodeURI(folder)}`}`);
  return {
    key: window + folder,
    folder,
    /** Loads the window again once VS Code has stored that a file of this name is in a tab. */
    async reload(tab) {
      nextDriver();
      for (const late = Date.now() + patience; !(await page.evaluate(isStored, tab)); ) {
        if (Date.now() > late) throw new Error(`VS Code does not store the tab ${tab}`);
      }
      await page.reload();
    },
    /** Sends the driver a request, and returns its answer. */
    async send(request) {
      let late;
      const answer = new Promise((resolve) => {
        finish = resolve;
        late = setTimeout(async () => {
          await shoot('late');
          resolve({ error: `the scenario did not end in time; see ${join(screens, 'late.png')}` });
        }, longest);
      });
      void driver.then((socket) => socket.write(JSON.stringify(request) + '\n'));
      return answer.finally(() => clearTimeout(late));
    },
    close: () => server.close(),
  };
}

async function play(request) {
  requests.set(request.folder, request);
  if (open?.key !== request.window + request.folder) {
    await closeWindows();
    open = await openWindow(request);
  } else if (request.reload) await open.reload(request.reload);
  const found = await open.send({ play: request.play });
  // Its state is unknown.
  if (found.error) await closeWindows();
  return found;
}

// A window that was left with unsaved text gets it back when it is opened again.
async function clear(folder) {
  if (open?.folder !== folder) {
    const before = requests.get(folder);
    if (!before) return {};
    await closeWindows();
    open = await openWindow(before);
  }
  const { error } = await open.send({ clear: true });
  if (!error) return {};
  process.stderr.write(`the next scenario gets a new window: ${error}\n`);
  await closeWindows();
  return {};
}

async function closeWindows() {
  open?.close();
  open = undefined;
  for (const page of context.pages()) if (page !== blank) await leave(page);
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
  const request = JSON.parse(line);
  const found = await (request.clear ? clear(request.clear) : play(request)).catch((error) => ({ error: String(error.stack) }));
  process.stdout.write(JSON.stringify(found) + '\n');
}
await context.close();
process.exit(0);
