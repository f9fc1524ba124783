// Runs the server's edits, reports them and offers to save: the same for lenses, code actions,
// rows of the view and commands.
import * as vscode from 'vscode';
import { isFile } from './chats';
import { many } from './summary';

/** The server's commands that change targets, with the verb of the message. */
const done: Record<string, string> = {
  'editLsp.apply': 'Applied',
  'editLsp.applyAll': 'Applied',
  'editLsp.applyFile': 'Applied',
  'editLsp.choosePlace': 'Applied',
  'editLsp.writeFile': 'Applied',
  'editLsp.runAction': 'Applied',
  'editLsp.revert': 'Reverted',
  'editLsp.revertAll': 'Reverted',
};

/** Commands that visibly change the chat. */
const inChat = ['editLsp.addToContext', 'editLsp.fix', 'editLsp.split', 'editLsp.insertRetryPrompt'];

/** Notifies the server that a code action was applied. */
export const appliedCommand = 'editLsp.applied';

export function isEditing(command: string): boolean {
  return command in done || inChat.includes(command);
}

/** The verb of the message for a command, or for an action of a kind, if any. */
export function wordFor(command: string, kind?: string): string | undefined {
  return kind?.startsWith('revert') ? 'Reverted' : done[command];
}

// The version up to which a document's unsaved text is only from edits. Text that the user
// typed isn't saved with it.
const ours = new WeakMap<vscode.TextDocument, number>();
const marked = new vscode.EventEmitter<void>();

/** Fires when an edit has changed files. */
export const onDidEdit = marked.event;

function isOurs(document: vscode.TextDocument): boolean {
  return ours.get(document) === document.version;
}

/** The documents whose unsaved text is only from edits. */
export function unsavedEdits(): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter((document) => document.isDirty && isOurs(document));
}

export async function saveEdits(): Promise<void> {
  for (const document of unsavedEdits()) await document.save();
}

// The files that edits opened in tabs nobody has looked at.
const unseen = new Set<vscode.TextDocument>();

/** Closes the tabs that edits had to open, once they are saved, unless they were looked at. */
export function closeUnseen(): vscode.Disposable {
  const tabOf = (document: vscode.TextDocument): vscode.Tab[] => tabs().filter(({ input }) => isOf(input, document.uri));
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach(({ document }) => unseen.delete(document))),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (unseen.delete(document)) void vscode.window.tabGroups.close(tabOf(document), true);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => unseen.delete(document)),
  );
}

function tabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

function isOf(input: unknown, uri: vscode.Uri): boolean {
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}

/** The state of the documents before an edit. */
export class Before {
  private readonly versions = new Map(vscode.workspace.textDocuments.map((document) => [document, document.version]));
  private readonly inTabs = tabs().map(({ input }) => input);
  private readonly typed = new Set(vscode.workspace.textDocuments.filter((document) => document.isDirty && !isOurs(document)));

  /** The files changed since, without the chats. */
  changed(chats: string[]): vscode.TextDocument[] {
    const changed = vscode.workspace.textDocuments.filter(
      (document) =>
        isFile(document.uri) && document.isDirty && !chats.includes(document.uri.toString()) && this.versions.get(document) !== document.version,
    );
    for (const document of changed) {
      if (!this.typed.has(document)) ours.set(document, document.version);
      if (!this.inTabs.some((input) => isOf(input, document.uri))) unseen.add(document);
    }
    marked.fire();
    return changed;
  }
}

export interface Saying {
  /** Replaces the server's message. */
  message?: string;
  /** Buttons in addition to the save button. */
  buttons?: string[];
  /** Saves without asking. */
  save?: boolean;
  /** Other edits of the chat are ready. */
  more?: boolean;
}

/** How long a message stays in the status bar, in milliseconds. */
const brief = 10_000;
let shown: vscode.Disposable | undefined;

/** Reports an edit and offers to save what is only from edits. */
export async function say(message: string, changed: vscode.TextDocument[], saying: Saying): Promise<string | undefined> {
  shown?.dispose();
  if (saying.save) {
    const kept = changed.filter((document) => !isOurs(document)).length;
    await saveEdits();
    const left = kept > 0 ? `, except ${many(kept, 'file')} with unsaved changes of yours` : '';
    void vscode.window.showInformationMessage(`${message}. Saved${left}.`);
    return undefined;
  }
  if (saying.more) {
    // Notifications of a review would pile up, since an extension can't close them. The status
    // bar also offers to save.
    shown = vscode.window.setStatusBarMessage(`$(check) ${message}`, brief);
    return undefined;
  }
  const unsaved = unsavedEdits().length;
  const button = unsaved === 1 ? 'Save the File' : `Save the ${unsaved} Files`;
  const buttons = [...(unsaved > 0 ? [button] : []), ...(saying.buttons ?? [])];
  const chosen = await vscode.window.showInformationMessage(`${message}.`, ...buttons);
  if (chosen === button) await saveEdits();
  return chosen;
}

/** For example "Applied 1 edit to src/cart.py". */
export function messageOf(word: string, changed: vscode.TextDocument[]): string {
  const [first] = changed;
  if (!first) return `${word} 1 edit`;
  const where = changed.length === 1 ? vscode.workspace.asRelativePath(first.uri) : many(changed.length, 'file');
  return `${word} 1 edit ${word === 'Reverted' ? 'in' : 'to'} ${where}`;
}
