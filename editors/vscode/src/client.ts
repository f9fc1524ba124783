// Starts the server with the first chat, stops and restarts it, and runs its commands.
import * as vscode from 'vscode';
import {
  BaseLanguageClient,
  CodeLens,
  CodeLensRequest,
  DidChangeConfigurationNotification,
  DocumentSymbol,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  Middleware,
  Position,
  Range,
  State,
  TextDocumentIdentifier,
} from 'vscode-languageclient';
import { chatSelector, isChat, isForeign } from './chats';
import { given, section } from './configuration';
import { confirmEdits, askFirst } from './confirm';
import { Crashes } from './crashes';
import { appliedCommand, Before, isEditing, messageOf, say, Saying, wordFor } from './edits';
import { createdWithCRLF, endWithCRLF } from './endings';
import { applies, readyWord } from './entries';
import { nearby, onDidMove, withoutAllTokens, withoutSections } from './nearby';
import { Platform, Server } from './platform';
import { AppliedAction, Argument, Outcome, Place, Status } from './protocol';
import { followTargets } from './targets';
import { actionsWhileRestricted, mayEdit } from './trust';

// Changing these settings needs a restart.
const settingsOfStart = ['server.path', 'languages'].map((name) => `${section}.${name}`);

export class Client implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('edit-lsp', { log: true });
  /** Why the server isn't running although it should. */
  failure?: string;

  private client?: BaseLanguageClient;
  // The documents when a code action's edit was requested.
  private before?: Before;
  // The files that it creates with CRLF.
  private created: vscode.Uri[] = [];
  private targets?: vscode.Disposable;
  // Starts and stops run one at a time.
  private turn: Promise<void> = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];

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
      onDidMove((document) => this.connection?.getFeature(CodeLensRequest.method).getProvider(document)?.onDidChangeCodeLensEmitter.fire()),
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

  /** Starts the server if a chat is open. */
  startIfNeeded(): void {
    if (vscode.workspace.textDocuments.some(isChat)) void this.start();
  }

  /** Starts the server unless it is running or has failed, which is reported only once. */
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

  /**
   * Runs a server command that edits. The answer is returned, and a message shows it to the
   * user; `chosen` is the message's button.
   */
  async edit(command: string, given: Argument | Argument[], saying: Saying = {}): Promise<Outcome & { chosen?: Promise<string | undefined> }> {
    if (!mayEdit()) return { applied: false };
    const before = new Before();
    const outcomes: Outcome[] = [];
    for (const argument of [given].flat()) outcomes.push(await this.confirmed(command, { ...argument, quiet: true }));
    for (const { reason } of outcomes) if (reason) void vscode.window.showWarningMessage(`edit-lsp: not applied: ${reason}`);
    const outcome = outcomes.find(({ applied }) => applied);
    const word = wordFor(command, [given].flat()[0]?.kind);
    if (!outcome || !word) return outcome ?? { applied: false };
    const changed = before.changed([given].flat().map(({ uri }) => uri));
    // A code action may change the chat, which shows it.
    if (command === 'editLsp.runAction' && changed.length === 0) return outcome;
    // A message of the server may say what was left out.
    const more = (saying.message !== undefined || outcome.message === undefined) && (await this.hasMore(given));
    return { ...outcome, chosen: say(saying.message ?? outcome.message ?? messageOf(word, changed), changed, { ...saying, more }) };
  }

  // Runs a command, and runs it again if it asks first and the user confirms.
  private async confirmed(command: string, argument: Argument): Promise<Outcome> {
    const outcome = await this.ask<Outcome>(command, argument);
    if (outcome.question === undefined) return outcome;
    const answer = await askFirst(outcome);
    if (answer === 'Apply') return this.ask<Outcome>(command, { ...argument, confirmed: true });
    if (answer === 'Preview') await vscode.commands.executeCommand('edit-lsp.previewOf', argument);
    return { applied: false };
  }

  /** Runs a server command that returns data. */
  async ask<T>(command: string, argument: Argument | Place): Promise<T> {
    const client = await this.ready();
    return client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] }) as Promise<T>;
  }

  /** The instructions that teach a model the configured dialect. */
  async instructions(): Promise<string> {
    const client = await this.ready();
    const { prompt } = (await client.sendRequest(ExecuteCommandRequest.type, { command: 'editLsp.formatPrompt', arguments: [] })) as { prompt: string };
    return prompt;
  }

  /** The client, if the server is running. */
  get connection(): BaseLanguageClient | undefined {
    return this.running ? this.client : undefined;
  }

  /** The lenses of a document. Targets have them too, for the edits that change them. */
  async lenses(uri: vscode.Uri): Promise<CodeLens[]> {
    const textDocument = { uri: uri.toString() };
    return (await this.connection?.sendRequest(CodeLensRequest.type, { textDocument })) ?? [];
  }

  /** The blocks of a chat as symbols, with their sections. Of a long chat, those near what is shown. */
  async symbols(document: vscode.TextDocument): Promise<DocumentSymbol[]> {
    return ((await this.connection?.sendRequest(DocumentSymbolRequest.type, partOf(document))) ?? []) as DocumentSymbol[];
  }

  private async lensesNearby(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.CodeLens[] | null | undefined> {
    const { client } = this;
    try {
      const lenses = await client?.sendRequest(CodeLensRequest.type, partOf(document), token);
      return await client?.protocol2CodeConverter.asCodeLenses(lenses ?? null, token);
    } catch (error) {
      return client?.handleFailedRequest(CodeLensRequest.type, token, error, null);
    }
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
      // If the server exits before it reads the first request, start() succeeds.
      if (this.client.state === State.Stopped) throw new Error('the connection was closed');
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
      documentSelector: chatSelector(),
      outputChannel: this.log,
      initializationFailedHandler: () => false,
      errorHandler: new Crashes(() => answered),
      middleware: this.middleware(),
    });
    confirmEdits(client);
    withoutAllTokens(client);
    // The client would also show a failed start, and the requests that a stop cuts off.
    const { error } = client;
    client.error = (message, data, show) => error.call(client, message, data, answered && client === this.client && show);
    client.onDidChangeState(({ newState }) => {
      answered ||= newState === State.Running;
      // A restarted server has lost all documents.
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
      provideCodeLenses: (document, token, next) => (nearby(document) ? this.lensesNearby(document, token) : next(document, token)),
      provideDocumentSymbols: async (document, token, next) => withoutSections(await next(document, token)),
      provideCodeActions: async (document, range, context, token, next) => {
        const actions = await next(document, range, context, token);
        return vscode.workspace.isTrusted ? actions : actionsWhileRestricted(actions);
      },
      resolveCodeAction: (action, token, next) => this.resolving(action, () => next(action, token)),
      executeCommand: async (command, args, next) => {
        const [argument] = args as (Argument | undefined)[];
        if (!argument) return next(command, args);
        if (command === 'editLsp.preview' && argument.show) return vscode.commands.executeCommand('edit-lsp.previewOf', argument);
        if (command === 'editLsp.retryPrompt' && argument.show) return vscode.commands.executeCommand('edit-lsp.copyPromptOf', argument);
        if (command === appliedCommand) return this.noteApplied(argument as AppliedAction);
        return isEditing(command) ? this.edit(command, argument) : next(command, args);
      },
      workspace: {
        // The server is only notified of a change, and then requests the settings.
        // This fails while the server stops, and the next one requests them at its start.
        didChangeConfiguration: (_sections, next) => next(undefined).catch(() => {}),
        configuration: (params) => params.items.map(() => given(this.extension)),
        handleApplyEdit: async (params, next) => {
          const created = await createdWithCRLF(await this.client?.protocol2CodeConverter.asWorkspaceEdit(params.edit));
          const result = await next(params, new vscode.CancellationTokenSource().token);
          await endWithCRLF(created);
          return result;
        },
      },
    };
  }

  /**
   * Resolves a code action and shows a message once it is applied. VS Code requests the edit
   * just before applying it, then runs the action's command.
   */
  async resolving(asked: vscode.CodeAction, resolve: () => vscode.ProviderResult<vscode.CodeAction>): Promise<vscode.CodeAction | null | undefined> {
    this.before = new Before();
    const action = await resolve();
    this.created = await createdWithCRLF(action?.edit);
    const { editLsp } = (asked as { data?: { editLsp?: AppliedAction } }).data ?? {};
    if (action?.edit && !action.command && editLsp) {
      const argument: AppliedAction = { ...editLsp, seen: true };
      action.command = { title: 'Applied', command: appliedCommand, arguments: [argument] };
    }
    return action;
  }

  private async noteApplied({ message, seen, ...argument }: AppliedAction): Promise<Outcome> {
    const before = this.before ?? new Before();
    await endWithCRLF(this.created.splice(0));
    const changed = before.changed([argument.uri]);
    const word = wordFor(appliedCommand, argument.kind) ?? 'Applied';
    const outcome = seen ? { applied: true } : await this.ask<Outcome>(appliedCommand, argument);
    const more = message === undefined && (await this.hasMore(argument));
    if (changed.length > 0) void say(message ?? messageOf(word, changed), changed, { more });
    return outcome;
  }

  /** Reports whether other blocks of the chat are ready, or other code blocks can be written, depending on the edit. */
  private async hasMore(given: Argument | Argument[]): Promise<boolean> {
    const [argument] = [given].flat();
    if (!argument) return false;
    const { words, proposalWords } = await this.ask<Status>('editLsp.status', { uri: argument.uri });
    if (argument.proposal === undefined) return words.includes(readyWord);
    return proposalWords.some((word) => applies({ word }));
  }

  private async halt(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch {
      // It never ran, or has stopped already.
    }
  }

  private async tell(message: string): Promise<void> {
    const settings = 'Open Settings';
    const log = 'Show Log';
    const chosen = await vscode.window.showErrorMessage(message, settings, log);
    // The program is on the machine where the extension runs.
    const open = `workbench.action.${vscode.env.remoteName ? 'openRemoteSettings' : 'openSettings'}`;
    if (chosen === settings) await vscode.commands.executeCommand(open, { query: 'editLsp.server.path' });
    if (chosen === log) this.log.show();
  }
}

// The params of a request about a document, or about some lines of a long chat.
function partOf(document: vscode.TextDocument): { textDocument: TextDocumentIdentifier; range?: Range } {
  const range = nearby(document);
  const at = ({ line, character }: vscode.Position): Position => ({ line, character });
  return { textDocument: { uri: document.uri.toString() }, range: range && { start: at(range.start), end: at(range.end) } };
}
