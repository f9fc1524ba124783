// Finds the subject of a command: the view's row, else the block at the cursor, else the
// current chat.
import * as vscode from 'vscode';
import { isChat } from '../chats';
import { CurrentChat } from '../currentChat';
import { edits, Entry, entryAt, Report } from '../entries';
import { Row } from '../view';

/** A chat with its current report. */
export interface Subject {
  document: vscode.TextDocument;
  report: Report;
}

/** A message for the user, not a fault. */
export class Notice extends Error {}

/** A command's argument: a row of the view, or a menu's document URI. */
export type Given = Row | vscode.Uri | undefined;

export async function chatOf(current: CurrentChat, given: Given): Promise<Subject> {
  let found = false;
  for (const document of await documentsOf(current, given)) {
    found = true;
    const report = await current.ask(document);
    if (edits(report) > 0) return { document, report };
  }
  throw new Notice(found ? 'There are no edit blocks in this document.' : 'Open a chat with edit blocks first: a Markdown or text document.');
}

// The possible documents. A target may look like a chat, but has no blocks.
async function documentsOf(current: CurrentChat, given: Given): Promise<vscode.TextDocument[]> {
  if (given && 'kind' in given) return [await vscode.workspace.openTextDocument(given.uri)];
  const active = vscode.window.activeTextEditor?.document;
  const documents = [active, current.chat].filter((document) => document !== undefined);
  return documents.filter((document) => !document.isClosed && isChat(document));
}

/** The block or code block of a row of the view, or above it, else the one at the cursor. */
export function entryOf({ document, report }: Subject, given: Given): Entry | undefined {
  if (given && 'kind' in given) {
    // The row may be outdated.
    const wanted = 'entry' in given ? JSON.stringify(given.entry.argument) : undefined;
    return report.entries.find(({ argument }) => JSON.stringify(argument) === wanted);
  }
  const editor = vscode.window.activeTextEditor;
  return editor?.document === document ? entryAt(report, editor.selection.active.line) : undefined;
}

export function oneEntryOf(subject: Subject, given: Given): Entry {
  const entry = entryOf(subject, given);
  if (!entry) throw new Notice('There is no edit block at the cursor. Go to the next one with "Edit Blocks: Go to Next Block".');
  return entry;
}
