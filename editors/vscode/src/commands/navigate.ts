// Navigates between blocks, and between the chat and the targets.
import * as vscode from 'vscode';
import { Client } from '../client';
import { CurrentChat } from '../currentChat';
import { Outcome } from '../protocol';
import { chatOf, Given, Notice, oneEntryOf } from './subject';

/** Goes to the next or previous block, wrapping around. */
export async function goToBlock(current: CurrentChat, step: 1 | -1): Promise<void> {
  const { document, report } = await chatOf(current, undefined);
  const editor = vscode.window.activeTextEditor;
  const here = editor?.document === document ? editor.selection.active.line : -1;
  const lines = report.entries.map(({ first }) => first);
  const next = step === 1 ? (lines.find((line) => line > here) ?? lines[0]) : (lines.findLast((line) => line < here) ?? lines.at(-1));
  if (next !== undefined) await showInChat(document.uri, next);
}

/** Shows a 0-based line of a chat. */
export async function showInChat(uri: vscode.Uri, line: number): Promise<void> {
  const column = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString())?.viewColumn;
  const editor = await vscode.window.showTextDocument(uri, { viewColumn: column });
  const start = new vscode.Position(line, 0);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

export async function showTarget(client: Client, current: CurrentChat, given: Given): Promise<void> {
  const subject = await chatOf(current, given);
  const { argument } = oneEntryOf(subject, given);
  await keepChat(current);
  const { applied, reason } = await client.ask<Outcome>('editLsp.show', { uri: subject.document.uri.toString(), ...argument });
  if (!applied) throw new Notice(reason ?? "Couldn't show the file.");
}

/** Shows the next or previous place where an edit changes a file, over all files of the chat. */
export async function goToEdit(client: Client, current: CurrentChat, command: 'editLsp.nextEdit' | 'editLsp.previousEdit'): Promise<void> {
  await keepChat(current);
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri ?? current.chat?.uri;
  if (!uri) throw new Notice('Open a chat with edit blocks first: a Markdown or text document.');
  const { applied, reason } = await client.ask<Outcome>(command, { uri: uri.toString(), line: editor?.selection.active.line ?? 0 });
  if (!applied) throw new Notice(`${reason ?? "Couldn't show the file"}.`);
}

/** Keeps a chat that a click in the explorer opened, which would give its tab to what is shown next. */
export async function keepChat(current: CurrentChat): Promise<void> {
  if (current.editor) await vscode.commands.executeCommand('workbench.action.keepEditor');
}
