// Shows edits in VS Code's diff editor: on the left the current text, including unsaved
// changes, on the right the server's result. The right side is requested whenever it is shown,
// so it is never older than the chat.
import * as vscode from 'vscode';
import { nameOf, scheme } from '../chats';
import { Client } from '../client';
import { CurrentChat } from '../currentChat';
import { applies, Entry } from '../entries';
import { Argument, Outcome, Preview, PreviewFile } from '../protocol';
import { many } from '../summary';
import { appliedTo } from './apply';
import { keepChat } from './navigate';
import { chatOf, entryOf, Given, Notice, Subject } from './subject';

/** The query of a preview's URI, with the argument for the server. */
interface Query extends Argument {
  /** The file's scheme. */
  scheme?: string;
  /** This is the left side of a new file. */
  empty?: true;
  /** The block is applied, and this shows how to revert it. */
  revert?: true;
}

export class Previews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  // The chats of previews of several files, by title: their tabs have no other identification.
  private readonly wholes = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscription: vscode.Disposable;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly client: Client,
    private readonly current: CurrentChat,
  ) {
    this.subscription = vscode.Disposable.from(
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme.preview, this),
      vscode.window.tabGroups.onDidChangeTabs(() => this.showMenu()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.showMenu()),
      current.onDidChange(() => {
        for (const { uri } of vscode.workspace.textDocuments) {
          if (uri.scheme === scheme.preview) this.changed.fire(uri);
        }
      }),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private showMenu(): void {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    void vscode.commands.executeCommand('setContext', 'editLsp.previewOfAll', tab !== undefined && this.wholeIn(tab) !== undefined);
  }

  // The chat of a tab's preview of several files. VS Code appends the number of files to the
  // title.
  private wholeIn({ label }: vscode.Tab): string | undefined {
    return this.wholes.get(label.replace(/ \(\d+ files?\)$/, ''));
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const query = JSON.parse(uri.query) as Query;
    if (query.empty) return '';
    const file = (await this.stillTo(query)) && (await this.ask(query)).find((candidate) => vscode.Uri.parse(candidate.uri).path === uri.path);
    if (file) return file.text;
    // Nothing is left to change, for example after applying: both sides are equal. The left one is open.
    const target = uri.with({ scheme: query.scheme, query: '' }).toString();
    return vscode.workspace.textDocuments.find((document) => document.uri.toString() === target)?.getText() ?? '';
  }

  /** Shows the block of a row or at the cursor, or the edits of a row's file, else all edits. */
  async show(given: Given): Promise<void> {
    const subject = await chatOf(this.current, given);
    const file = given && 'kind' in given && given.kind === 'file' ? given.path : undefined;
    if (file === undefined) return this.open(subject, entryOf(subject, given)?.argument ?? {});
    const ready = subject.report.files.some(({ path, blocks }) => path === file && blocks.length > 0);
    const code = subject.report.entries.find((entry) => entry.path === file && !entry.block && applies(entry));
    await this.open(subject, ready || !code ? { path: file } : code.argument);
  }

  async showAll(given: Given): Promise<void> {
    await this.open(await chatOf(this.current, given), {});
  }

  /** Shows what a command with this argument would do. */
  async showOf(argument: Argument): Promise<void> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(argument.uri));
    await this.open({ document, report: await this.current.ask(document) }, argument);
  }

  /** Applies the preview in the active editor and closes it. */
  async apply(): Promise<void> {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const whole = tab && this.wholeIn(tab);
    if (tab && whole) return this.close(tab, await this.client.edit('editLsp.applyAll', { uri: whole, confirmed: true }));
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri?.scheme !== scheme.preview || !tab) throw new Notice('Open the preview of an edit first.');
    const { uri: chat, block, proposal, path, revert, kind, place } = JSON.parse(uri.query) as Query;
    // The user has seen what happens.
    const shown = { uri: chat, block, proposal, kind, place, confirmed: true };
    if (kind !== undefined) return this.close(tab, await this.client.edit('editLsp.runAction', shown));
    if (proposal !== undefined) return this.close(tab, await this.client.edit('editLsp.writeFile', shown));
    if (block !== undefined) return this.close(tab, await this.client.edit(revert ? 'editLsp.revert' : 'editLsp.apply', shown));
    const report = await this.current.ask(await vscode.workspace.openTextDocument(vscode.Uri.parse(chat)));
    const message = appliedTo(report, path ?? '');
    await this.close(tab, await this.client.edit('editLsp.applyFile', { uri: chat, path, confirmed: true }, { message }));
  }

  /** Asks which files of the preview to exclude, and applies the edits of the others. */
  async applySome(): Promise<void> {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const uri = tab && this.wholeIn(tab);
    if (!tab || !uri) throw new Notice('Open the preview of all edits first.');
    const { files } = await this.current.ask(await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)));
    const items = files.map(({ path, blocks }) => ({ label: path, description: many(blocks.length, 'edit'), path, blocks, picked: true }));
    const chosen = await vscode.window.showQuickPick(items, { canPickMany: true, placeHolder: 'Clear the files to leave out' });
    if (!chosen || chosen.length === 0) return;
    const number = chosen.reduce((sum, { blocks }) => sum + blocks.length, 0);
    const message = `Applied ${many(number, 'edit')} to ${many(chosen.length, 'file')}`;
    const paths = chosen.map(({ path }) => ({ uri, path, confirmed: true }));
    await this.close(tab, await this.client.edit('editLsp.applyFile', paths, { message }));
  }

  private async close(tab: vscode.Tab, { applied }: Outcome): Promise<void> {
    if (applied) await vscode.window.tabGroups.close(tab);
  }

  private async ask({ uri, block, proposal, kind, place }: Argument): Promise<PreviewFile[]> {
    return (await this.client.ask<Preview>('editLsp.preview', { uri, block, proposal, kind, place })).files;
  }

  // For an applied block, the server shows how to revert it. A preview of applying the block
  // must not become that.
  private async stillTo({ uri, block, revert, kind }: Query): Promise<boolean> {
    if (block === undefined || kind !== undefined) return true;
    const { blocks } = await this.current.ask(await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)));
    return (blocks[block]?.status === 'already-applied') === (revert === true);
  }

  // Shows the edit of a block, a code block or an action, or the edits of one file or all.
  private async open({ document, report }: Subject, { block, proposal, kind, place, path: only }: Partial<Argument>): Promise<void> {
    const query: Query = { uri: document.uri.toString(), block, proposal, kind, place };
    const entry = report.entries.find(({ argument }) => ('block' in argument ? argument.block === block : argument.proposal === proposal));
    if (entry?.block?.status === 'already-applied' && kind === undefined) query.revert = true;
    const files = (await this.ask(query)).filter((file) => only === undefined || file.path === only);
    const [first] = files;
    if (!first) throw new Notice(`There is nothing to preview: ${entry ? entry.message || entry.word : report.summary}.`);
    await keepChat(this.current);
    const name = nameOf(document.uri);
    const what = entry ? `${query.revert ? 'without the ' : ''}${titleOf(entry)} of ${name}` : `edits of ${name}`;
    if (files.length === 1) {
      const [, left, right] = sides(query, first);
      await vscode.commands.executeCommand('vscode.diff', left, right, `${first.path} ↔ ${what}`, { preview: true });
    } else {
      const title = `Preview: ${what}`;
      this.wholes.set(title, query.uri);
      await vscode.commands.executeCommand('vscode.changes', title, files.map((file) => sides(query, file)));
    }
  }
}

function titleOf({ block, first }: Entry): string {
  return block ? `block at line ${block.line}` : `code block at line ${first + 1}`;
}

// The URIs of the file, of its current text and of its new text.
function sides(query: Query, file: PreviewFile): [vscode.Uri, vscode.Uri, vscode.Uri] {
  const target = vscode.Uri.parse(file.uri);
  const at = (more: Partial<Query>): vscode.Uri => target.with({ scheme: scheme.preview, query: JSON.stringify({ ...query, scheme: target.scheme, ...more }) });
  return [target, file.operation === 'create' ? at({ empty: true }) : target, at({ path: file.path })];
}
