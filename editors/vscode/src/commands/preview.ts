// The edits in VS Code's own diff editor: on the left the file as it is, unsaved text
// included, on the right the text that the server's plan makes of it. The right side is
// asked of the server whenever it is shown, so it is never older than the chat.
import * as vscode from 'vscode';
import { nameOf, scheme } from '../chats';
import { Client } from '../client';
import { Judged } from '../judged';
import { Argument, Block, Preview, PreviewFile } from '../protocol';
import { sentence, words } from '../summary';
import { blockOf, chatOf, Given, Notice, Subject } from './subject';

/** The query of a preview's address: what the server is asked, and what it is about. */
interface Query extends Argument {
  /** That of the file. */
  scheme?: string;
  /** The left side of a new file. */
  empty?: true;
  /** The block is applied, and this shows how it would be taken back. */
  revert?: true;
}

export class Previews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscription: vscode.Disposable;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly client: Client,
    private readonly judged: Judged,
  ) {
    this.subscription = vscode.Disposable.from(
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme.preview, this),
      judged.onDidChange(() => {
        for (const { uri } of vscode.workspace.textDocuments) {
          if (uri.scheme === scheme.preview) this.changed.fire(uri);
        }
      }),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query = JSON.parse(uri.query) as Query;
    if (query.empty) return '';
    const file = (await this.stillTo(query)) && (await this.ask(query)).find((candidate) => vscode.Uri.parse(candidate.uri).path === uri.path);
    if (file) return file.text;
    // Nothing is left to change, for instance since it was applied: both sides are the same.
    const target = uri.with({ scheme: query.scheme, query: '' });
    return vscode.workspace.openTextDocument(target).then((document) => document.getText(), () => '');
  }

  /** Shows the block of a row or at the cursor, or the edits of the file of a row; all edits where there is none. */
  async show(given: Given): Promise<void> {
    const subject = await chatOf(this.judged, given);
    const file = given && 'kind' in given && given.kind === 'file' ? given.path : undefined;
    await this.open(subject, file === undefined ? blockOf(subject, given) : undefined, file);
  }

  /** Shows all edits of the chat. */
  async showAll(given: Given): Promise<void> {
    await this.open(await chatOf(this.judged, given));
  }

  /** Shows what a lens is about. */
  async showOf(argument: Argument): Promise<void> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(argument.uri));
    const judgement = await this.judged.ask(document);
    await this.open({ document, judgement }, argument.block === undefined ? undefined : judgement.blocks[argument.block], undefined, argument.proposal);
  }

  /** Does what the preview in the active editor shows, and closes it. */
  async apply(): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    if (uri?.scheme !== scheme.preview || !tab) throw new Notice('Open the preview of an edit first.');
    const { uri: chat, block, proposal, path, revert } = JSON.parse(uri.query) as Query;
    const whole = proposal === undefined ? 'editLsp.applyFile' : 'editLsp.writeFile';
    const command = revert ? 'editLsp.revert' : block === undefined ? whole : 'editLsp.apply';
    const { applied } = await this.client.run(command, { uri: chat, block, proposal, path });
    if (applied) await vscode.window.tabGroups.close(tab);
  }

  private async ask({ uri, block, proposal }: Query): Promise<PreviewFile[]> {
    return (await this.client.ask<Preview>('editLsp.preview', { uri, block, proposal })).files;
  }

  // The server shows of a block that is applied how to take it back; a preview that was
  // about applying it shall not turn into that.
  private async stillTo({ uri, block, revert }: Query): Promise<boolean> {
    if (block === undefined) return true;
    const { blocks } = await this.judged.ask(await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)));
    return (blocks[block]?.status === 'already-applied') === (revert === true);
  }

  private async open({ document, judgement }: Subject, block?: Block, only?: string, proposal?: number): Promise<void> {
    const query: Query = { uri: document.uri.toString(), block: block?.index, proposal };
    if (block?.status === 'already-applied') query.revert = true;
    const files = (await this.ask(query)).filter((file) => only === undefined || file.path === only);
    const [first] = files;
    if (!first) throw new Notice(`There is nothing to preview: ${block ? block.message || words[block.status] : sentence(judgement)}.`);
    const name = nameOf(document.uri);
    const what = block ? `${query.revert ? 'without the' : ''} block at line ${block.line} of ${name}`.trim() : `edits of ${name}`;
    if (files.length === 1) {
      const [, left, right] = sides(query, first);
      await vscode.commands.executeCommand('vscode.diff', left, right, `${first.path} ↔ ${what}`, { preview: true });
    } else {
      await vscode.commands.executeCommand('vscode.changes', `Preview: ${what}`, files.map((file) => sides(query, file)));
    }
  }
}

// The address of the file, of its text now and of its text then.
function sides(query: Query, file: PreviewFile): [vscode.Uri, vscode.Uri, vscode.Uri] {
  const target = vscode.Uri.parse(file.uri);
  const at = (more: Partial<Query>): vscode.Uri => target.with({ scheme: scheme.preview, query: JSON.stringify({ ...query, scheme: target.scheme, ...more }) });
  return [target, file.operation === 'create' ? at({ empty: true }) : target, at({ path: file.path })];
}
