// Drives the extension in VS Code for the Web: code-server's workbench as a static page without
// a server, and a workspace in memory. EDIT_LSP_EXTENSION is the folder of the packaged extension,
// EDIT_LSP_CODE_SERVER that of .ci/code-server.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const screens = resolve(here, '../../../.screens/vscode');
const extension = process.env.EDIT_LSP_EXTENSION;
const installation = process.env.EDIT_LSP_CODE_SERVER;
const vscode = join(installation, 'node_modules/code-server/lib/vscode');
const workbench = '/vscode/out/vs/code/browser/workbench/workbench';
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.ttf': 'font/ttf' };

// code-server needs its server. Restore VS Code's original code in two places.
const asInVSCode = [
  [/remoteAuthority:location\.host/, 'remoteAuthority:undefined'],
  [/(get userRoamingDataHome\(\)\{return )\w+\((\w+)\.file\(this\.userDataPath\)\.with\(\{scheme:(\w+)\.vscodeRemote\}\),"User"\)/, '$1$2.file("/User").with({scheme:$3.vscodeUserData})'],
];

let server, browser, page;

before(async () => {
  server = createServer((request, response) => void serve(request, response));
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { chromium } = createRequire(join(installation, 'x.js'))('playwright-core');
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(90_000);
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

async function serve({ url }, response) {
  const { pathname } = new URL(url, 'http://x');
  try {
    const data = pathname === '/' ? await shell() : await asset(decodeURIComponent(pathname));
    response.writeHead(200, { 'content-type': types[extname(pathname)] ?? (pathname === '/' ? 'text/html' : 'application/octet-stream') }).end(data);
  } catch {
    response.writeHead(404).end();
  }
}

async function asset(path) {
  const [, top, ...rest] = path.split('/');
  const folder = { vscode, 'edit-lsp': extension, memory: join(here, 'memory') }[top];
  if (path !== `${workbench}.js`) return readFile(join(folder, ...rest));
  let script = await readFile(join(folder, ...rest), 'utf8');
  for (const [there, wanted] of asInVSCode) {
    assert.match(script, there);
    script = script.replace(there, wanted);
  }
  return script;
}

async function shell() {
  const authority = `127.0.0.1:${server.address().port}`;
  const configuration = {
    folderUri: { scheme: 'memory', path: '/shop' },
    // Only code-server needs these.
    userDataPath: '/',
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
    isEnabledCoderGettingStarted: false,
    enableWorkspaceTrust: false,
    additionalBuiltinExtensions: ['/edit-lsp', '/memory'].map((path) => ({ scheme: 'http', authority, path })),
    productConfiguration: { nameShort: 'Code', nameLong: 'Code', extensionsGallery: undefined },
    configurationDefaults: { 'files.autoSave': 'off', 'workbench.startupEditor': 'none', 'telemetry.telemetryLevel': 'off' },
  };
  const values = {
    WORKBENCH_WEB_CONFIGURATION: JSON.stringify(configuration).replaceAll('"', '&quot;'),
    WORKBENCH_WEB_BASE_URL: '/vscode',
    WORKBENCH_NLS_FALLBACK_URL: '/vscode/out/nls.messages.js',
    WORKBENCH_NLS_URL: '/vscode/out/nls.messages.js',
  };
  const html = await readFile(join(vscode, 'out/vs/code/browser/workbench/workbench.html'), 'utf8');
  return html.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');
}

const lens = (text) => page.locator('.codelens-decoration a', { hasText: text }).first();
const tab = (name) => page.locator('.tab', { hasText: name }).first();
const shot = (name) => page.screenshot({ path: join(screens, `${name}.png`) });

async function run(title) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill(`>${title}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
}

const line = (text, timeout) => page.locator('.view-line', { hasText: text }).first().waitFor({ timeout }).then(() => true);

test('a chat in VS Code for the Web, from its findings to the applied edits and back', { timeout: 400_000 }, async () => {
  mkdirSync(screens, { recursive: true });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  try {
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'chat.md' }).dblclick();
    await lens('src/cart.py:2').waitFor();
    await page.locator('.codelens-decoration', { hasText: 'Old lines not found' }).first().waitFor();
    await page.locator('.codelens-decoration', { hasText: 'Edits here are refused: linked/secret.py' }).first().waitFor();
    await shot('web-chat');

    await run('Apply All Edits');
    await page.locator('.notification-toast', { hasText: 'Applied' }).first().waitFor();
    await tab('cart.py').click();
    await line('l.cents * l.count');
    await shot('web-applied');
    // The editor may not have the focus yet.
    await page.locator('.editor-instance .view-lines').first().click();
    for (let presses = 0; presses < 10 && !(await line('sum(l.cents for l in lines)', 5_000).catch(() => false)); presses++) {
      await page.keyboard.press('Control+z');
    }
    await line('sum(l.cents for l in lines)');

    await tab('chat.md').click();
    await run('Preview All Edits');
    await page.locator('.monaco-diff-editor .view-line', { hasText: 'l.count' }).first().waitFor();
    await shot('web-preview');
  } catch (error) {
    await shot('failed-web');
    throw error;
  }
});
