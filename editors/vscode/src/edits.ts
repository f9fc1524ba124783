// Has the server make edits, says what was done, and offers to save what they changed: the
// same for a lens, a code action, a row of the view and a command.
import * as vscode from 'vscode';
import { isFile } from './chats';
import { many } from './summary';

/** The server's commands that change targets, and how it is said that they did. */
const done: Record<string, string> = {
  'editLsp.apply': 'Applied',
  'editLsp.applyAll': 'Applied',
  'editLsp.applyFile': 'Applied',
  'editLsp.choosePlace': 'Applied',
  'editLsp.writeFile': 'Applied',
  'editLsp.revert': 'Reverted',
};

/** Those that change the chat, where everyone sees it. */
const inChat = ['editLsp.addToContext', 'editLsp.fix', 'editLsp.insertRetryPrompt'];

/** The command by which the server is told that a code action was applied. */
export const appliedCommand = 'editLsp.applied';

export function isEditing(command: string): boolean {
  return command in done || inChat.includes(command);
}

/** What is said of the edit that a command has made, or nothing. */
export function wordFor(command: string): string | undefined {
  return done[command];
}

// The version up to which the unsaved text of a document is that of edits: what a person has
// typed is not saved with it.
const ours = new WeakMap<vscode.TextDocument, number>();

/** The documents as they were before an edit. */
export class Before {
  private readonly versions = new Map(vscode.workspace.textDocuments.map((document) => [document, document.version]));
  private readonly unsaved = new Set(vscode.workspace.textDocuments.filter((document) => document.isDirty && ours.get(document) !== document.version));

  /** The files that were changed since, without the chats. */
  changed(chats: string[]): vscode.TextDocument[] {
    const changed = vscode.workspace.textDocuments.filter(
      (document) =>
        isFile(document.uri) && document.isDirty && !chats.includes(document.uri.toString()) && this.versions.get(document) !== document.version,
    );
    for (const document of changed) if (!this.hadUnsaved(document)) ours.set(document, document.version);
    return changed;
  }

  /** Whether a person had typed something in a document before, and not saved it. */
  hadUnsaved(document: vscode.TextDocument): boolean {
    return this.unsaved.has(document);
  }
}

export interface Saying {
  /** What is said, if not what the server says. */
  message?: string;
  /** Other buttons than that which saves. */
  buttons?: string[];
  /** Saves without a question. */
  save?: boolean;
}

/**
 * Says what an edit has done. Documents that held unsaved text before aren't saved with the
 * others: that is for the person to do.
 */
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

/** Such as "Applied 1 edit to src/cart.py". */
export function messageOf(word: string, changed: vscode.TextDocument[]): string {
  const [first] = changed;
  if (!first) return `${word} 1 edit`;
  const where = changed.length === 1 ? vscode.workspace.asRelativePath(first.uri) : many(changed.length, 'file');
  return `${word} 1 edit ${word === 'Reverted' ? 'in' : 'to'} ${where}`;
}
