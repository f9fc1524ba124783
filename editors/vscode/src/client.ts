// The connection to the server: starts it with the first chat, stops and restarts it,
// and runs its commands.
import * as vscode from 'vscode';
import {
  BaseLanguageClient,
  DidChangeConfigurationNotification,
  DocumentSymbol,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  Middleware,
  State,
} from 'vscode-languageclient';
import { chatLanguages, isChat, isForeign } from './chats';
import { given, section } from './configuration';
import { Crashes } from './crashes';
import { Platform, Server } from './platform';
import { Argument, Outcome } from './protocol';
import { followTargets } from './targets';
import { actionsWhileRestricted, mayEdit } from './trust';

/** The server's commands that change something. */
const editing = ['editLsp.apply', 'editLsp.applyAll', 'editLsp.applyFile', 'editLsp.writeFile', 'editLsp.revert', 'editLsp.addToContext'];

// Settings that the client is made with.
const settingsOfStart = ['server.path', 'languages'].map((name) => `${section}.${name}`);

export class Client implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('edit-lsp');
  /** Why the server does not run, if it should. */
  failure?: string;

  private client?: BaseLanguageClient;
  private targets?: vscode.Disposable;
  // One start or stop at a time: each waits for the one before it.
  private turn: Promise<void> = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];

  /** Fires when the server has started, stopped, or failed to start. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly extension: vscode.Extension<unknown>,
    private readonly platform: Platform,
  ) {
    this.subscriptions = [
      this.log,
      this.changed,
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (isChat(document)) void this.start();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (settingsOfStart.some((name) => change.affectsConfiguration(name))) {
          if (this.client || this.failure) void this.restart();
        } else if (change.affectsConfiguration(section)) {
          void this.client?.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
        }
      }),
    ];
  }

  get running(): boolean {
    return this.client?.state === State.Running;
  }

  /** Starts the server if there is a chat to serve. */
  startIfNeeded(): void {
    if (vscode.workspace.textDocuments.some(isChat)) void this.start();
  }

  /** Starts the server if it does not run; that it failed is told only once. */
  start(): Promise<void> {
    return this.inTurn(async () => {
      if (!this.client && !this.failure) await this.launch();
    });
  }

  restart(): Promise<void> {
    return this.inTurn(async () => {
      await this.halt();
      await this.launch();
    });
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  stop(): Promise<void> {
    return this.inTurn(() => this.halt());
  }

  /** Runs a command of the server that changes something, as a lens would. */
  async run(command: string, argument: Argument): Promise<Outcome> {
    await this.ready();
    return vscode.commands.executeCommand<Outcome>(command, argument);
  }

  /** Asks something that a command of the server answers. */
  async ask<T>(command: string, argument: Argument): Promise<T> {
    const client = await this.ready();
    return client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] }) as Promise<T>;
  }

  /** The blocks of a chat as the server's symbols, with their sections below them. */
  async symbols(uri: vscode.Uri): Promise<DocumentSymbol[]> {
    if (!this.client || !this.running) return [];
    const textDocument = { uri: this.client.code2ProtocolConverter.asUri(uri) };
    return ((await this.client.sendRequest(DocumentSymbolRequest.type, { textDocument })) ?? []) as DocumentSymbol[];
  }

  private async ready(): Promise<BaseLanguageClient> {
    await this.start();
    if (!this.client || !this.running) throw new Error(this.failure ?? "The server isn't running.");
    return this.client;
  }

  private inTurn(step: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(step, step);
    return this.turn;
  }

  private async launch(): Promise<void> {
    this.failure = undefined;
    let server: Server | undefined;
    try {
      server = this.platform.findServer(this.extension.extensionUri);
      this.log.appendLine(`Starting ${server.name}.`);
      this.client = this.connect(server);
      await this.client.start();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.failure = server?.failed(reason) ?? reason;
      this.log.appendLine(this.failure);
      void this.tell(this.failure);
      await this.halt();
    }
    this.changed.fire();
  }

  private connect(server: Server): BaseLanguageClient {
    let answered = false;
    const client = server.connect({
      documentSelector: chatLanguages().map((language) => ({ language })),
      outputChannel: this.log,
      initializationFailedHandler: () => false,
      errorHandler: new Crashes(() => answered),
      middleware: this.middleware(),
    });
    client.onDidChangeState(({ newState }) => {
      answered ||= newState === State.Running;
      // The server has forgotten all if it is started again after a crash.
      this.targets?.dispose();
      this.targets = newState === State.Running ? followTargets(client) : undefined;
      this.changed.fire();
    });
    return client;
  }

  private middleware(): Middleware {
    return {
      didOpen: async (document, next) => {
        if (!isForeign(document.uri)) await next(document);
      },
      didChange: async (event, next) => {
        if (!isForeign(event.document.uri)) await next(event);
      },
      didSave: async (document, next) => {
        if (!isForeign(document.uri)) await next(document);
      },
      didClose: async (document, next) => {
        if (!isForeign(document.uri)) await next(document);
      },
      provideCodeActions: async (document, range, context, token, next) => {
        const actions = await next(document, range, context, token);
        return vscode.workspace.isTrusted ? actions : actionsWhileRestricted(actions);
      },
      executeCommand: async (command, args, next) => {
        // A lens does nothing with an answer.
        const [argument] = args as (Argument | undefined)[];
        if (command === 'editLsp.preview' && argument?.show) return vscode.commands.executeCommand('edit-lsp.previewOf', argument);
        if (!editing.includes(command)) return next(command, args);
        if (!mayEdit()) return { applied: false } satisfies Outcome;
        const outcome: Outcome | undefined = await next(command, args);
        if (outcome?.reason) void vscode.window.showWarningMessage(`edit-lsp: not applied: ${outcome.reason}`);
        return outcome;
      },
      workspace: {
        // The server is only told that something changed, and asks for what it wants to know.
        didChangeConfiguration: (_sections, next) => next(undefined),
        configuration: (params) => params.items.map(() => given(this.extension)),
      },
    };
  }

  private async halt(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch {
      // It never ran, or is gone already.
    }
  }

  private async tell(message: string): Promise<void> {
    const settings = 'Open Settings';
    const log = 'Show Log';
    const chosen = await vscode.window.showErrorMessage(message, settings, log);
    if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'editLsp.server.path');
    if (chosen === log) this.log.show();
  }
}

