// Starts the server in a worker. The worker is a blob, since only then the page's
// Content-Security-Policy applies to it: it can't connect to anything.

/** The toolchain's wasm_exec.js and the server's size, inserted by the build. */
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

/** Starts the worker. `progress` gets the loaded part of the server. */
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
