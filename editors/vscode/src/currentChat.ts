// The chat shown in the view and the status bar, and the server's report on it.
import * as vscode from 'vscode';
import { isChat, isFile, scheme } from './chats';
import { Client } from './client';
import { Status } from './protocol';
import { edits, entriesOf, Report } from './entries';

/** Names the chat that was shown last, in the workspace's memory. */
const shownChat = 'shownChat';

/**
 * How long changes are collected before the next request: at least, and while somebody types in
 * relation to how long the last one took, so that typing in a long chat doesn't wait for the view.
 * In milliseconds.
 */
const pause = { least: 100, times: 5, most: 2000 };

export class CurrentChat implements vscode.Disposable {
  /** The chat with blocks in the active editor, or the last one there. */
  chat?: vscode.TextDocument;
  report?: Report;

  private timer?: ReturnType<typeof setTimeout>;
  private asking = false;
  private took = 0;
  private again = false;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];

  /** Fires when the chat or its report may have changed. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly client: Client,
    private readonly memory: vscode.Memento,
  ) {
    const soon = (): void => this.soon();
    this.subscriptions = [
      this.changed,
      client.onDidChange(soon),
      vscode.window.onDidChangeActiveTextEditor(soon),
      vscode.workspace.onDidOpenTextDocument(soon),
      vscode.workspace.onDidCloseTextDocument(soon),
      vscode.workspace.onDidSaveTextDocument(soon),
      vscode.workspace.onDidGrantWorkspaceTrust(soon),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        // The log is a document too, and grows with each request.
        if (document === this.chat || isFile(document.uri)) this.later();
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => uri.toString() === this.chat?.uri.toString())) this.later();
      }),
    ];
    this.soon();
  }

  /** Shows a chat that may be in no editor, such as the clipboard's text. */
  show(chat: vscode.TextDocument): void {
    this.chat = chat;
    this.soon();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** The active editor, if it shows the chat. */
  get editor(): vscode.TextEditor | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor && editor.document === this.chat ? editor : undefined;
  }

  /** Requests the current report on a chat. It is empty for an untitled document that is none. */
  async ask(document: vscode.TextDocument): Promise<Report> {
    const asked = this.client.ask<Status>('editLsp.status', { uri: document.uri.toString() });
    const none: Status = { documents: [], words: [], proposalWords: [], summaryInWords: '' };
    const status = await (document.isUntitled ? asked.catch(() => none) : asked);
    const chat = status.documents[0] ?? { blocks: [], problems: [], shell_suggestions: [], files: [], proposals: [] };
    return { ...chat, entries: entriesOf(chat, status), summary: status.summaryInWords };
  }

  /** Requests the report when changes have ended for a moment. */
  soon(): void {
    clearTimeout(this.timer);
    this.wait(pause.least);
  }

  // Requests the report some time after a key, unless it will be requested anyway.
  private later(): void {
    if (this.timer === undefined) this.wait(Math.max(pause.least, Math.min(pause.times * this.took, pause.most)));
  }

  private wait(time: number): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.refresh();
    }, time);
  }

  private async refresh(): Promise<void> {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    const began = Date.now();
    try {
      await this.look();
    } catch (error) {
      this.report = undefined;
      this.client.log.appendLine(`Couldn't update the view: ${String(error)}`);
    } finally {
      this.took = Date.now() - began;
      this.asking = false;
    }
    this.changed.fire();
    if (this.again) {
      this.again = false;
      this.soon();
    }
  }

  // A target may be a Markdown or text document too. The view keeps its chat until a document
  // with blocks becomes active.
  private async look(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const visible = vscode.window.visibleTextEditors.map(({ document }) => document);
    const last = await this.last();
    const candidates = new Set([editor?.document, last, ...visible].filter((document) => document !== undefined));
    let found: [vscode.TextDocument, Report] | undefined;
    for (const document of candidates) {
      if (found || !this.client.running || document.isClosed || !isChat(document)) continue;
      const report = await this.ask(document);
      if (edits(report) + report.problems.length > 0) found = [document, report];
    }
    [this.chat, this.report] = found ?? [undefined, undefined];
    const uri = found?.[0].uri.toString();
    if (uri !== undefined && uri !== this.memory.get(shownChat)) await this.memory.update(shownChat, uri);
  }

  // The chat that was shown last. VS Code doesn't load the tabs behind others when it starts, and
  // closes documents that only extensions use.
  private async last(): Promise<vscode.TextDocument | undefined> {
    if (this.chat && !this.chat.isClosed) return this.chat;
    const uri = this.memory.get<string>(shownChat);
    const isIt = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputText && input.uri.toString() === uri;
    const inTab = vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isIt));
    if (uri === undefined || !inTab && this.chat?.uri.scheme !== scheme.clipboard) return undefined;
    return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  }
}
