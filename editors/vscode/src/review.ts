// Shows a chat's edits in its targets: lenses, code actions, and marks in the gutter and
// overview ruler. The texts come from the server. Its other features are only for chats, so the
// client isn't registered for all files.
import * as vscode from 'vscode';
import { CodeActionRequest, CodeActionResolveRequest, CodeLens } from 'vscode-languageclient';
import { isChat, isFile } from './chats';
import { Client } from './client';
import { CurrentChat } from './currentChat';
import { Argument } from './protocol';

/** What applies a block or a change of a code block. */
export const applyCommands = ['editLsp.apply', 'editLsp.writeFile'];

export class Review implements vscode.CodeLensProvider, vscode.CodeActionProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly mark: vscode.TextEditorDecorationType;
  private readonly subscription: vscode.Disposable;

  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(
    private readonly client: Client,
    current: CurrentChat,
    extension: vscode.Uri,
  ) {
    this.mark = vscode.window.createTextEditorDecorationType({
      gutterIconPath: vscode.Uri.joinPath(extension, 'media', 'edit.svg'),
      gutterIconSize: 'contain',
      overviewRulerColor: new vscode.ThemeColor('charts.green'),
      overviewRulerLane: vscode.OverviewRulerLane.Full,
    });
    this.subscription = vscode.Disposable.from(
      this.changed,
      this.mark,
      vscode.languages.registerCodeLensProvider('*', this),
      vscode.languages.registerCodeActionsProvider('*', this),
      current.onDidChange(() => {
        this.changed.fire();
        this.markAll();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.markAll()),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const connection = this.client.connection;
    if (!connection || !mayBeTarget(document)) return [];
    return connection.protocol2CodeConverter.asCodeLenses(await this.client.lenses(document.uri)) ?? [];
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeAction[]> {
    const connection = this.client.connection;
    if (!connection || !mayBeTarget(document) || !vscode.workspace.isTrusted) return [];
    const { code2ProtocolConverter: toProtocol, protocol2CodeConverter: toCode } = connection;
    const found = await connection.sendRequest(
      CodeActionRequest.type,
      {
        textDocument: toProtocol.asTextDocumentIdentifier(document),
        range: toProtocol.asRange(range),
        context: toProtocol.asCodeActionContextSync({ ...context, diagnostics: [] }),
      },
      token,
    );
    return (await toCode.asCodeActionResult(found ?? [], token)).filter((action) => action instanceof vscode.CodeAction);
  }

  resolveCodeAction(action: vscode.CodeAction, token: vscode.CancellationToken): vscode.ProviderResult<vscode.CodeAction> {
    const connection = this.client.connection;
    if (!connection) return action;
    return this.client.resolving(action, async () => {
      const asked = await connection.code2ProtocolConverter.asCodeAction(action, token);
      const resolved = await connection.sendRequest(CodeActionResolveRequest.type, asked, token);
      return connection.protocol2CodeConverter.asCodeAction(resolved, token);
    });
  }

  /** The one of some commands for the edit at the cursor, in a target, with its argument. */
  async atCursor(...wanted: string[]): Promise<{ command: string; argument: Argument } | undefined> {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !chatIsOpen()) return undefined;
    const lenses = await this.ofEdits(editor.document, wanted);
    const found = lenses.find(({ range }) => range.start.line === editor.selection.active.line)?.command;
    return found && { command: found.command, argument: found.arguments?.[0] as Argument };
  }

  /** What a target's lens says about the edit at the cursor if it can't be applied. */
  async reason(): Promise<string | undefined> {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !isFile(editor.document.uri) || !chatIsOpen()) return undefined;
    const lenses = await this.client.lenses(editor.document.uri);
    return lenses.find(({ command, range }) => command?.command === '' && range.start.line === editor.selection.active.line)?.command?.title;
  }

  // The lenses that run commands for a block or code block of another document.
  private async ofEdits(document: vscode.TextDocument, wanted: string[]): Promise<CodeLens[]> {
    if (!isFile(document.uri)) return [];
    const own = document.uri.toString();
    const lenses = await this.client.lenses(document.uri);
    return lenses.filter(({ command }) => {
      const argument = command?.arguments?.[0] as Argument | undefined;
      if (!command || !argument || !wanted.includes(command.command)) return false;
      return (argument.block ?? argument.proposal) !== undefined && vscode.Uri.parse(argument.uri).toString() !== own;
    });
  }

  private markAll(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      this.markIn(editor).catch((error) => this.client.log.appendLine(`Couldn't mark the edits: ${String(error)}`));
    }
  }

  private async markIn(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    const { version } = document;
    const lenses = chatIsOpen() ? await this.ofEdits(document, applyCommands) : [];
    // The text has changed, and another answer follows.
    if (document.version !== version) return;
    if (editor === vscode.window.activeTextEditor) void vscode.commands.executeCommand('setContext', 'editLsp.editsInEditor', lenses.length > 0);
    const lines = new Set(lenses.map(({ range }) => range.start.line));
    editor.setDecorations(this.mark, [...lines].map((line) => new vscode.Range(line, 0, line, 0)));
  }
}

// In chats, the client requests these itself.
function mayBeTarget(document: vscode.TextDocument): boolean {
  return isFile(document.uri) && !isChat(document) && chatIsOpen();
}

function chatIsOpen(): boolean {
  return vscode.workspace.textDocuments.some(isChat);
}
