// The client of a WebAssembly server in a worker.
import * as vscode from 'vscode';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  BaseLanguageClient,
  DataCallback,
  Disposable,
  LanguageClientOptions,
  Message,
  MessageReader,
  MessageTransports,
  MessageWriter,
} from 'vscode-languageclient';
import { section } from '../configuration';
import { Server } from '../platform';
import { giveFiles } from './files';
import { toEditor, toServer, withUris } from './uris';

/** A browser's or Node's worker. */
export interface ServerWorker {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The server or the worker has ended. */
  onExit(listener: () => void): void;
  terminate(): void;
}

export type StartWorker = (script: string) => ServerWorker;

/** The toolchain's wasm_exec.js, inserted by the build. */
declare const GLUE: string;

// The worker's script. Node's workers have a port instead of a global scope.
const script = `${GLUE}
const port = globalThis.postMessage ? globalThis : require('node:worker_threads').parentPort;
const listen = (receive) => port === globalThis ? (onmessage = ({ data }) => receive(data)) : port.removeAllListeners('message').on('message', receive);
globalThis.editLsp = { send: (message) => port.postMessage(message) };
listen(async (bytes) => {
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
  const ended = go.run(instance);
  listen((message) => globalThis.editLsp.receive(message));
  port.postMessage('ready');
  await ended;
  port.postMessage('ended');
});`;

/** The bundled server, for every platform. */
export function wasmServer(extension: vscode.Uri, read: (file: vscode.Uri) => Promise<Uint8Array>, start: StartWorker): Server {
  return {
    name: 'the server of the extension, as WebAssembly',
    connect: (options) => new WasmClient(options, () => read(vscode.Uri.joinPath(extension, 'out', 'edit-lsp.wasm')), start),
    failed: (reason) => `The server didn't start, or exited at once: ${reason}.`,
    examine: async () => {
      const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.toString(true)) ?? ['none'];
      return ['The server runs as WebAssembly in a worker, and reads files through VS Code.', ...folders.map((folder) => `  workspace folder: ${folder}`)].join('\n');
    },
  };
}

class WasmClient extends BaseLanguageClient {
  constructor(
    options: LanguageClientOptions,
    private readonly program: () => Promise<Uint8Array>,
    private readonly startWorker: StartWorker,
  ) {
    super(section, 'edit-lsp', options);
    giveFiles(this);
  }

  protected override async createMessageTransports(): Promise<MessageTransports> {
    const bytes = await this.program();
    const worker = this.startWorker(script);
    await new Promise<void>((resolve, reject) => {
      worker.onMessage(() => resolve());
      worker.onExit(() => reject(new Error('the worker ended')));
      worker.post(bytes);
    });
    return { reader: new Reader(worker), writer: new Writer(worker) };
  }
}

/** The schemes of files that the server may read. */
function schemes(): Set<string> {
  return new Set(['file', ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)]);
}

class Reader extends AbstractMessageReader implements MessageReader {
  constructor(private readonly worker: ServerWorker) {
    super();
    worker.onExit(() => this.fireClose());
  }

  listen(callback: DataCallback): Disposable {
    this.worker.onMessage((message) => {
      if (message === 'ended') {
        this.worker.terminate();
        this.fireClose();
      } else callback(withUris(message as Message, (uri) => toEditor(uri, schemes())));
    });
    return { dispose: () => this.worker.onMessage(() => {}) };
  }
}

class Writer extends AbstractMessageWriter implements MessageWriter {
  constructor(private readonly worker: ServerWorker) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.worker.post(withUris(message, (uri) => toServer(uri, schemes())));
  }

  end(): void {}

  override dispose(): void {
    super.dispose();
    this.worker.terminate();
  }
}
