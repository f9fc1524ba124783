// The extension in a browser: the server is a worker and reads files through VS Code.
import * as vscode from 'vscode';
import 'vscode-languageclient/browser'; // prepares the client for browsers
import { activateOn } from './extension';
import { ServerWorker, wasmServer } from './wasm/client';

export { deactivate } from './extension';

export function activate(context: vscode.ExtensionContext): void {
  activateOn({ name: 'browser', findServer: (extension) => wasmServer(extension, read, start) }, context);
}

/** The extension's files may be on a web server or readable only by VS Code. */
async function read(file: vscode.Uri): Promise<Uint8Array> {
  if (!file.scheme.startsWith('http')) return vscode.workspace.fs.readFile(file);
  const response = await fetch(file.toString(true));
  if (!response.ok) throw new Error(`${file.toString(true)}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * The script is a blob, since workers from another origin, such as the extension's, are
 * refused.
 */
function start(script: string): ServerWorker {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url, { name: 'edit-lsp' });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => {
      worker.onmessage = ({ data }) => listener(data);
    },
    onExit: (listener) => {
      worker.onerror = listener;
    },
    terminate: () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  };
}
