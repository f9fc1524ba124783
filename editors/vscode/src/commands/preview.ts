// The edits in VS Code's own diff editor: on the left the file as it is, unsaved text
// included, on the right the text that the server's plan makes of it. The right side is
// asked of the server whenever it is shown, so it is never older than the chat.
import * as vscode from 'vscode';
import { nameOf, scheme } from '../chats';
import { Client } from '../client';
import { Judged } from '../judged';
import { Argument, Preview, PreviewFile } from '../protocol';
import { words } from '../summary';
import { blockOf, chatOf, Given, Notice } from './subject';

/** The query of a preview's address: the server's argument; `empty` is the left side of a new file. */
interface Query extends Argument {
  empty?: true;
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
    const { files } = await this.client.run<Preview>('editLsp.preview', query);
    const file = files.find((candidate) => vscode.Uri.parse(candidate.uri).path === uri.path);
    if (file) return file.text;
    // Nothing is left to change, for instance since it was applied: both sides are the same.
    const target = vscode.Uri.from({ scheme: 'file', path: uri.path });
    return vscode.workspace.openTextDocument(target).then((document) => document.getText(), () => '');
  }

  /** Shows the block of a row or at the cursor; all edits where there is none. */
  async show(given: Given): Promise<void> {
    const subject = await chatOf(this.judged, given);
    const block = blockOf(subject, given);
    const name = nameOf(subject.document.uri);
    if (given && 'kind' in given && given.kind === 'file') {
      await this.open({ uri: subject.document.uri.toString() }, `edits of ${name}`, 'nothing in it applies', given.path);
      return;
    }
    const argument = { uri: subject.document.uri.toString(), block: block?.index };
    const title = block ? `block at line ${block.line} of ${name}` : `edits of ${name}`;
    await this.open(argument, title, block ? block.message || words[block.status] : 'none of the edits applies');
  }

  /** Shows all edits of the chat. */
  async showAll(given: Given): Promise<void> {
    const { document } = await chatOf(this.judged, given);
    await this.open({ uri: document.uri.toString() }, `edits of ${nameOf(document.uri)}`, 'none of the edits applies');
  }

  /** Applies what the preview in the active editor shows. */
  async apply(): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri?.scheme !== scheme.preview) throw new Notice('Open the preview of an edit first.');
    const { uri: chat, block, path } = JSON.parse(uri.query) as Query;
    if (block !== undefined) await this.client.run('editLsp.apply', { uri: chat, block });
    else await this.client.run('editLsp.applyFile', { uri: chat, path });
  }

  private async open(argument: Argument, title: string, why: string, only?: string): Promise<void> {
    const preview = await this.client.run<Preview>('editLsp.preview', argument);
    const files = preview.files.filter((file) => only === undefined || file.path === only);
    const [first] = files;
    if (!first) throw new Notice(`There is nothing to preview: ${why}.`);
    if (files.length === 1) {
      const [, left, right] = sides(argument, first);
      await vscode.commands.executeCommand('vscode.diff', left, right, `${first.path} ↔ ${title}`, { preview: true });
    } else {
      await vscode.commands.executeCommand('vscode.changes', `Preview: ${title}`, files.map((file) => sides(argument, file)));
    }
  }
}

// The address of the file, of its text now and of its text then.
function sides(argument: Argument, file: PreviewFile): [vscode.Uri, vscode.Uri, vscode.Uri] {
  const target = vscode.Uri.parse(file.uri);
  const at = (query: Query): vscode.Uri => target.with({ scheme: scheme.preview, query: JSON.stringify(query) });
  const then = at({ ...argument, path: file.path });
  return [target, file.operation === 'create' ? at({ ...argument, empty: true }) : target, then];
}
