// The server as WebAssembly on a desktop, for platforms without a binary and workspaces that
// aren't on disk.
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { Server } from './platform';
import { ServerWorker, wasmServer } from './wasm/client';

export function nodeServer(extension: vscode.Uri): Server {
  return wasmServer(extension, (file) => readFile(file.fsPath), start);
}

function start(script: string): ServerWorker {
  const worker = new Worker(script, { eval: true });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => {
      worker.removeAllListeners('message').on('message', listener);
    },
    onExit: (listener) => {
      worker.removeAllListeners('exit').removeAllListeners('error').once('error', listener).once('exit', listener);
    },
    terminate: () => void worker.terminate(),
  };
}
