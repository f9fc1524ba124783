// Connects CodeMirror's client to the server's worker, and answers the requests that the client
// doesn't.
import { type Transport } from '@codemirror/lsp-client';

type Message = { id?: number | string; method?: string; params?: any; result?: unknown; error?: unknown };

export type Answers = Record<string, (params: any) => unknown>;

/** Capabilities that CodeMirror's client doesn't announce. */
const capabilities = {
  experimental: { editLsp: { files: true } },
  workspace: {
    applyEdit: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'], changeAnnotationSupport: {} },
    codeLens: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceFolders: true,
  },
  window: { showDocument: { support: true } },
  textDocument: {
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
      dataSupport: true,
      resolveSupport: { properties: ['edit', 'command'] },
    },
    publishDiagnostics: { versionSupport: true, tagSupport: { valueSet: [1] } },
  },
};

export class Connection implements Transport {
  private readonly handlers = new Set<(message: string) => void>();

  constructor(
    private readonly worker: Worker,
    private readonly root: string,
    private readonly answers: Answers,
  ) {
    worker.addEventListener('message', ({ data }: MessageEvent<Message>) => this.receive(data));
  }

  send(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.method === 'initialize') {
      const announced = message.params.capabilities;
      // The client announces pull diagnostics but shows only pushed ones.
      delete announced.textDocument?.diagnostic;
      merge(announced, capabilities);
      message.params.workspaceFolders = [{ uri: this.root, name: 'workspace' }];
    }
    this.worker.postMessage(message);
  }

  subscribe(handler: (message: string) => void): void {
    this.handlers.add(handler);
  }

  unsubscribe(handler: (message: string) => void): void {
    this.handlers.delete(handler);
  }

  private receive(message: Message): void {
    if (message.method !== undefined && message.id !== undefined) void this.answer(message);
    else for (const handler of this.handlers) handler(JSON.stringify(message));
  }

  private async answer({ id, method, params }: Message): Promise<void> {
    const answer = this.answers[method!];
    try {
      if (!answer) throw new Error(`no method ${method}`);
      this.worker.postMessage({ jsonrpc: '2.0', id, result: (await answer(params)) ?? null });
    } catch (error) {
      const code = answer ? -32603 : -32601;
      this.worker.postMessage({ jsonrpc: '2.0', id, error: { code, message: error instanceof Error ? error.message : String(error) } });
    }
  }
}

function merge(into: any, from: any): void {
  for (const [key, value] of Object.entries(from)) {
    if (value && typeof value === 'object' && !Array.isArray(value)) merge((into[key] ??= {}), value);
    else into[key] = value;
  }
}
