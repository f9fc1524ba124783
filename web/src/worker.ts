// Starts the server in a worker. The worker is made from a blob, since only then the page's
// Content-Security-Policy binds it too: it can't connect anywhere.

/** The toolchain's wasm_exec.js, and the size of the server; the build puts them in. */
declare const GLUE: string;
declare const SERVER_SIZE: number;

const start = `
self.editLsp = { send(message) { postMessage(message); } };
onmessage = async ({ data: module }) => {
  const go = new Go();
  go.run(await WebAssembly.instantiate(module, go.importObject));
  onmessage = (event) => self.editLsp.receive(event.data);
  postMessage('ready');
};`;

/** Starts the worker; `progress` is told which part of the server has been loaded. */
export async function startWorker(progress: (part: number) => void): Promise<Worker> {
  const module = await WebAssembly.compileStreaming(load(progress));
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

async function load(progress: (part: number) => void): Promise<Response> {
  const response = await fetch('edit-lsp.wasm');
  if (!response.ok || !response.body) throw new Error(`edit-lsp.wasm: ${response.status} ${response.statusText}`);
  let loaded = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        loaded += chunk.length;
        progress(loaded / SERVER_SIZE);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { headers: { 'content-type': 'application/wasm' } });
}
