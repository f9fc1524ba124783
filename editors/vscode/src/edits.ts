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
  'editLsp.revert': 'Reverted',
};

/** Commands that visibly change the chat. */
const inChat = ['editLsp.addToContext', 'editLsp.fix', 'editLsp.insertRetryPrompt'];

/** Notifies the server that a code action was applied. */
export const appliedCommand = 'editLsp.applied';

export function isEditing(command: string): boolean {
  return command in done || inChat.includes(command);
}

/** The verb of the message for a command, if any. */
export function wordFor(command: string): string | undefined {
  return done[command];
}

// The version up to which a document's unsaved text is only from edits. Text that the user
// typed isn't saved with it.
const ours = new WeakMap<vscode.TextDocument, number>();

/** The state of the documents before an edit. */
export class Before {
  private readonly versions = new Map(vscode.workspace.textDocuments.map((document) => [document, document.version]));
  private readonly unsaved = new Set(vscode.workspace.textDocuments.filter((document) => document.isDirty && ours.get(document) !== document.version));

  /** The files changed since, without the chats. */
  changed(chats: string[]): vscode.TextDocument[] {
    const changed = vscode.workspace.textDocuments.filter(
      (document) =>
        isFile(document.uri) && document.isDirty && !chats.includes(document.uri.toString()) && this.versions.get(document) !== document.version,
    );
    for (const document of changed) if (!this.hadUnsaved(document)) ours.set(document, document.version);
    return changed;
  }

  /** Reports whether the document had unsaved text that the user typed. */
  hadUnsaved(document: vscode.TextDocument): boolean {
    return this.unsaved.has(document);
  }
}

export interface Saying {
  /** Replaces the server's message. */
  message?: string;
  /** Buttons in addition to the save button. */
  buttons?: string[];
  /** Saves without asking. */
  save?: boolean;
}

/** Reports an edit and offers to save. Documents with earlier unsaved text are left to the user. */
export async function say(message: string, changed: vscode.TextDocument[], before: Before, saying: Saying = {}): Promise<string | undefined> {
  const unsaved = changed.filter((document) => !before.hadUnsaved(document));
  if (saying.save) {
    for (const document of unsaved) await document.save();
    const kept = changed.length - unsaved.length;
    const left = kept > 0 ? `, except ${many(kept, 'file')} with unsaved changes of yours` : '';
    void vscode.window.showInformationMessage(`${message}. Saved${left}.`);
    return undefined;
  }
  const button = unsaved.length === 1 ? 'Save the File' : `Save the ${unsaved.length} Files`;
  const buttons = [...(unsaved.length > 0 ? [button] : []), ...(saying.buttons ?? [])];
  const chosen = await vscode.window.showInformationMessage(`${message}.`, ...buttons);
  if (chosen === button) for (const document of unsaved) await document.save();
  return chosen;
}

/** For example "Applied 1 edit to src/cart.py". */
export function messageOf(word: string, changed: vscode.TextDocument[]): string {
  const [first] = changed;
  if (!first) return `${word} 1 edit`;
  const where = changed.length === 1 ? vscode.workspace.asRelativePath(first.uri) : many(changed.length, 'file');
  return `${word} 1 edit ${word === 'Reverted' ? 'in' : 'to'} ${where}`;
}
