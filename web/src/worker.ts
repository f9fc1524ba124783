// Starts the server in a worker. The worker is made from a blob, since only then the page's
// Content-Security-Policy binds it too: it can't connect anywhere.

/** The toolchain's wasm_exec.js; the build puts it in. */
declare const GLUE: string;

const start = `
self.editLsp = { send(message) { postMessage(message); } };
onmessage = async ({ data: module }) => {
  const go = new Go();
  go.run(await WebAssembly.instantiate(module, go.importObject));
  onmessage = (event) => self.editLsp.receive(event.data);
  postMessage('ready');
};`;

export async function startWorker(): Promise<Worker> {
  const module = await WebAssembly.compileStreaming(fetch('edit-lsp.wasm'));
  const url = URL.createObjectURL(new Blob([GLUE, start], { type: 'text/javascript' }));
  const worker = new Worker(url, { name: 'edit-lsp' });
  const ready = new Promise<void>((resolve, reject) => {
    worker.addEventListener('message', () => resolve(), { once: true });
    worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
  });
  worker.postMessage(module);
  await ready;
  URL.revokeObjectURL(url);
  return worker;
}
