// A static server for a folder, and a browser to open it.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, firefox } from 'playwright-core';

const dist = join(fileURLToPath(new URL('..', import.meta.url)), 'dist');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.json': 'application/json', '.txt': 'text/plain' };

/** Serves a folder, dist/ unless said otherwise, on a free port and records every request. */
export async function serve(folder = dist) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    requests.push(path);
    try {
      const name = path === '/' ? 'index.html' : path.slice(1);
      const data = await readFile(join(folder, name));
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, requests, close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))) };
}

export async function launch(name = 'chromium') {
  // The channel is the one driven over WebDriver BiDi, as in Mozilla's builds. Playwright 1.65
  // sends a command per page that the ESR doesn't support; 1.57 doesn't.
  if (name === 'firefox') return firefox.launch({ channel: 'moz-firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr' });
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** Opens the page and waits for its server. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  return { context, page, errors };
}
