// Applies edits from the clipboard, copied in a browser or a terminal.
import * as vscode from 'vscode';
import { scheme } from '../chats';
import { Client } from '../client';
import { CurrentChat } from '../currentChat';
import { edits } from '../entries';
import { ready } from '../summary';
import { Notice } from './subject';

const show = 'Show the Edits';

export class Clipboard implements vscode.TextDocumentContentProvider, vscode.Disposable {
  // The applied texts by document path, while the document is open.
  private readonly texts = new Map<string, string>();
  private number = 0;
  private readonly subscription: vscode.Disposable;
  private readonly offer = vscode.window.createStatusBarItem('edit-lsp.clipboard', vscode.StatusBarAlignment.Left, -2);
  // What was looked at last.
  private seen = '';

  constructor(
    private readonly client: Client,
    private readonly current: CurrentChat,
  ) {
    this.subscription = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme.clipboard, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        // The view may still show it.
        if (uri.scheme === scheme.clipboard && uri.toString() !== current.chat?.uri.toString()) this.texts.delete(uri.path);
      }),
      this.offer,
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.look().catch((error) => client.log.appendLine(`Couldn't look at the clipboard: ${String(error)}`));
      }),
    );
    this.offer.name = 'edit-lsp: Clipboard';
    this.offer.text = '$(clippy) Review the answer';
    this.offer.tooltip = 'The clipboard holds edits. Nothing is written before you apply them.';
    this.offer.command = 'edit-lsp.openClipboard';
  }

  dispose(): void {
    this.subscription.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  /** Applies all valid edits in the clipboard, and shows the text if some are invalid. */
  async apply(): Promise<void> {
    const document = await this.read();
    const report = await this.current.ask(document);
    if (report.blocks.length === 0) {
      throw new Notice("There are no edit blocks on the clipboard. Copy the model's whole answer, including the path above each block.");
    }
    if (ready(report) === 0) {
      await vscode.window.showTextDocument(document, { preview: true });
      throw new Notice(`No edit on the clipboard applies: ${report.summary}.`);
    }
    const { applied, chosen } = await this.client.edit('editLsp.applyAll', { uri: document.uri.toString() }, { buttons: [show] });
    this.current.show(document);
    if (!applied || ready(report) < report.blocks.length) await vscode.window.showTextDocument(document, { preview: true });
    void chosen?.then(async (button) => {
      if (button === show) await vscode.window.showTextDocument(document, { preview: true });
    });
  }

  /** Opens the clipboard's text as an editable chat beside the code. */
  async open(): Promise<void> {
    const content = await text();
    this.offer.hide();
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : undefined });
  }

  // Offers to review the answer on the clipboard, if there is a new one.
  private async look(): Promise<void> {
    if (!vscode.workspace.getConfiguration('editLsp').get('offerClipboard', false)) return this.offer.hide();
    const content = await vscode.env.clipboard.readText();
    if (content === this.seen) return;
    this.seen = content;
    if (content.trim() && edits(await this.current.ask(await this.read())) > 0) this.offer.show();
    else this.offer.hide();
  }

  private async read(): Promise<vscode.TextDocument> {
    const path = `/clipboard-${++this.number}.md`;
    this.texts.set(path, await text());
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: scheme.clipboard, path }));
    // The user may have associated `.md` with another language.
    return document.languageId === 'markdown' ? document : vscode.languages.setTextDocumentLanguage(document, 'markdown');
  }
}

async function text(): Promise<string> {
  const content = await vscode.env.clipboard.readText();
  if (!content.trim()) throw new Notice("There is no text on the clipboard. Copy the model's answer first.");
  return content;
}
