// Compares the WebAssembly server with the binary: starting, opening a chat of 200 KB with 35
// blocks, and typing in it.
//
//   node web/speed.mjs PROGRAM      after make web
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { glue, serverFile } from './server.mjs';
import { launch, open, serve } from './test/browser.mjs';

const dist = join(dirname(fileURLToPath(import.meta.url)), 'dist');
const blocks = 35;
const rounds = 5;

const files = Object.fromEntries(
  Array.from({ length: blocks }, (_, i) => [`src/f${i}.py`, Array.from({ length: 200 }, (_, line) => `value_${i}_${line} = ${line}\n`).join('')]),
);
const prose = 'The next edit is about a value that has to be another one.\n'.repeat(95);
/** Every seventh block fails. */
const blockOf = (i) => `src/f${i}.py\n««« EDIT\nvalue_${i}_${i % 7 === 6 ? 'missing' : 50} = 50\n═══════ REPL\nvalue_${i}_50 = 51\n»»» EDIT END\n\n`;
const chat = Array.from({ length: blocks }, (_, i) => prose + '\n' + blockOf(i)).join('');

/**
 * Measures a server, in milliseconds. `connect` starts one and gets a listener for its
 * messages. This function also runs in the page, so it is self-contained.
 */
async function measure(connect, { root, files, chat, rounds, gives }) {
  const waiting = new Map();
  let last = 0;
  const answer = (method, { uri }) => {
    const path = uri.slice(root.length + 1);
    const text = files[path];
    if (method === 'editLsp/readFile') return text === undefined ? null : { text };
    if (method !== 'editLsp/stat') return [];
    if (text !== undefined) return { folder: false, size: text.length, mtime: 0 };
    return path === '' || path === 'src' ? { folder: true, size: 0, mtime: 0 } : null;
  };
  const start = performance.now();
  const send = await connect((message) => {
    if (message.method && message.id !== undefined) {
      send({ jsonrpc: '2.0', id: message.id, result: message.method.startsWith('editLsp/') ? answer(message.method, message.params) : null });
    } else if (waiting.has(message.id)) {
      waiting.get(message.id)();
      waiting.delete(message.id);
    }
  });
  const notify = (method, params) => send({ jsonrpc: '2.0', method, params });
  const request = (method, params) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      send({ jsonrpc: '2.0', id: last, method, params });
    });
  const capabilities = gives ? { experimental: { editLsp: { files: true } } } : {};
  await request('initialize', { processId: null, rootUri: root, workspaceFolders: [{ uri: root, name: 'w' }], capabilities });
  const started = performance.now() - start;
  notify('initialized', {});

  /** Lenses arrive when the chat has been checked. */
  const timed = async (uri, change) => {
    const before = performance.now();
    change();
    await request('textDocument/codeLens', { textDocument: { uri } });
    return performance.now() - before;
  };
  const opens = [];
  for (let i = 0; i <= rounds; i++) {
    const uri = `${root}/chat${i}.md`;
    opens.push(await timed(uri, () => notify('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version: 1, text: chat } })));
  }
  const keys = [];
  const uri = `${root}/chat0.md`;
  for (let version = 2; version < 102; version++) {
    const at = { line: 1, character: version - 2 };
    const textDocument = { uri, version };
    keys.push(await timed(uri, () => notify('textDocument/didChange', { textDocument, contentChanges: [{ range: { start: at, end: at }, text: 'x' }] })));
  }
  const sorted = (list) => list.sort((a, b) => a - b);
  const warm = sorted(opens.slice(1));
  sorted(keys);
  return { start: started, open: warm[warm.length >> 1], 'keystroke, p50': keys[50], 'keystroke, p95': keys[95] };
}

async function native(program) {
  const folder = mkdtempSync(join(tmpdir(), 'edit-lsp-'));
  mkdirSync(join(folder, 'src'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  let server;
  const connect = async (hear) => {
    server = spawn(program, [], { stdio: ['pipe', 'pipe', 'ignore'] });
    let buffer = Buffer.alloc(0);
    server.stdout.on('data', (data) => {
      buffer = Buffer.concat([buffer, data]);
      for (;;) {
        const head = buffer.indexOf('\r\n\r\n');
        const size = head < 0 ? NaN : Number(/Content-Length: (\d+)/.exec(buffer.subarray(0, head))[1]);
        if (!(buffer.length >= head + 4 + size)) return;
        const body = buffer.subarray(head + 4, head + 4 + size);
        buffer = buffer.subarray(head + 4 + size);
        hear(JSON.parse(body));
      }
    });
    return (message) => {
      const body = JSON.stringify(message);
      server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    };
  };
  const result = await measure(connect, { root: pathToFileURL(folder).href, files, chat, rounds, gives: false });
  server.kill();
  rmSync(folder, { recursive: true });
  return result;
}

const inMemory = { root: 'file:///workspace', files, chat, rounds, gives: true };

async function nodeWorker() {
  const script = `${glue()}
    const port = require('node:worker_threads').parentPort;
    globalThis.editLsp = { send: (message) => port.postMessage(message) };
    port.once('message', async (module) => {
      const go = new Go();
      go.run(await WebAssembly.instantiate(module, go.importObject));
      port.on('message', (message) => globalThis.editLsp.receive(message));
      port.postMessage('ready');
    });`;
  const module = await WebAssembly.compile(readFileSync(join(dist, serverFile)));
  let worker;
  const connect = async (hear) => {
    worker = new Worker(script, { eval: true });
    worker.postMessage(module);
    await new Promise((resolve) => worker.once('message', resolve));
    worker.on('message', hear);
    return (message) => worker.postMessage(message);
  };
  const result = await measure(connect, inMemory);
  await worker.terminate();
  return result;
}

async function page(name) {
  const server = await serve();
  const browser = await launch(name);
  const { page } = await open(browser, server.url);
  const script = `${glue()}
    self.editLsp = { send: (message) => postMessage(message) };
    onmessage = async ({ data }) => {
      const go = new Go();
      go.run(await WebAssembly.instantiate(data, go.importObject));
      onmessage = (event) => self.editLsp.receive(event.data);
      postMessage('ready');
    };`;
  const result = await page.evaluate(`(async () => {
    const module = await WebAssembly.compileStreaming(fetch('${serverFile}'));
    const connect = async (hear) => {
      const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(script)}])));
      worker.postMessage(module);
      await new Promise((resolve) => (worker.onmessage = resolve));
      worker.onmessage = ({ data }) => hear(data);
      return (message) => worker.postMessage(message);
    };
    return (${measure})(connect, ${JSON.stringify(inMemory)});
  })()`);
  await browser.close();
  await server.close();
  return result;
}

/** Returns the minimum of several runs, since other load only adds time. */
async function best(run) {
  const results = [];
  for (let i = 0; i < 5; i++) results.push(await run());
  return Object.fromEntries(Object.keys(results[0]).map((name) => [name, Math.min(...results.map((result) => result[name]))]));
}

const program = process.argv[2];
if (!program) throw new Error('usage: node web/speed.mjs PROGRAM');
const wasm = { 'Node worker': await best(nodeWorker), Chromium: await best(() => page('chromium')) };
const base = await best(() => native(program));
const cell = (ms, of) => `${ms.toFixed(1)}${of === undefined ? '' : ` (${(ms / of).toFixed(1)}×)`}`;
console.log(`| ms, for a chat of ${Math.round(chat.length / 1024)} KB | program | ${Object.keys(wasm).join(' | ')} |`);
console.log(`|---|--:|${'--:|'.repeat(Object.keys(wasm).length)}`);
for (const name of Object.keys(base)) {
  console.log(`| ${name} | ${cell(base[name])} | ${Object.values(wasm).map((result) => cell(result[name], base[name])).join(' | ')} |`);
}
