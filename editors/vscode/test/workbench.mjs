// Opens VS Code with the packaged extension in a browser, for scripts that use it by keys and
// clicks.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Installs `vsix` into a new profile and opens a folder. `installation` is the folder filled by
 * .ci/code-server. `close()` ends it.
 */
export async function openWorkbench({ installation, vsix, settings, folder, viewport = { width: 1280, height: 800 } }) {
  const { chromium } = createRequire(join(installation, 'x.js'))('playwright-core');
  const box = mkdtempSync(join(tmpdir(), 'workbench-'));
  mkdirSync(join(box, 'data', 'User'), { recursive: true });
  const all = {
    'files.autoSave': 'off',
    'workbench.startupEditor': 'none',
    'telemetry.telemetryLevel': 'off',
    'extensions.ignoreRecommendations': true,
    ...settings,
  };
  writeFileSync(join(box, 'data', 'User', 'settings.json'), JSON.stringify(all));
  const common = [
    join(installation, 'node_modules/code-server/out/node/entry.js'),
    ...['--user-data-dir', join(box, 'data')],
    ...['--extensions-dir', join(box, 'extensions')],
    ...['--config', join(box, 'config.yaml')],
  ];
  execFileSync(process.execPath, [...common, '--install-extension', vsix], { stdio: ['ignore', 'ignore', 'inherit'] });
  const server = spawn(
    process.execPath,
    [...common, '--auth', 'none', '--bind-addr', '127.0.0.1:0', '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = await new Promise((resolve, reject) => {
    server.on('exit', () => reject(new Error('code-server ended')));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const match = line.match(/listening on (http:\/\/127\.0\.0\.1:\d+)/);
      if (match) resolve(match[1]);
    });
  });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const page = await (await browser.newContext({ viewport })).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/?folder=${encodeURI(folder)}`);
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();

  return {
    page,
    /** Opens a file in the top folder, at a line. */
    async open(name, line = 1) {
      await page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).first().dblclick();
      await page.locator('.tab.active', { hasText: name }).waitFor();
      await page.locator('.editor-instance .view-line').first().waitFor();
      await this.goTo(line);
    },
    /** Runs a command from the palette. */
    async run(title) {
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget input').fill(`>${title}`);
      await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
    },
    /** Moves the cursor to a 1-based line and shows it. */
    async goTo(line, column = 1) {
      await page.keyboard.press('Control+g');
      await page.locator('.quick-input-widget input').fill(`:${line}:${column}`);
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    },
    /** Opens the code actions at the cursor. While the server is checking, there are none. */
    async actions(title) {
      const row = page.locator('.action-widget .monaco-list-row', { hasText: title }).first();
      for (let tries = 0; ; tries++) {
        await page.keyboard.press('Control+.');
        try {
          await row.waitFor({ timeout: 6_000 });
          return row;
        } catch (error) {
          if (tries === 5) throw error;
          await page.keyboard.press('Escape');
        }
      }
    },
    async close() {
      await browser.close();
      const ended = new Promise((resolve) => server.on('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(box, { recursive: true, force: true });
    },
  };
}
