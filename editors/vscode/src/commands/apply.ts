// Apply one block, the blocks of one file, or all; and undo one.
import * as vscode from 'vscode';
import { Client } from '../client';
import { Judged } from '../judged';
import { Outcome } from '../protocol';
import { many, ready } from '../summary';
import { blockOf, chatOf, Given, Notice, oneBlockOf } from './subject';

export async function applyBlock(client: Client, judged: Judged, given: Given): Promise<void> {
  const subject = await chatOf(judged, given);
  const block = oneBlockOf(subject, given).index;
  await client.run('editLsp.apply', { uri: subject.document.uri.toString(), block });
}

export async function revert(client: Client, judged: Judged, given: Given): Promise<void> {
  const subject = await chatOf(judged, given);
  const block = oneBlockOf(subject, given).index;
  await client.run('editLsp.revert', { uri: subject.document.uri.toString(), block });
}

export async function applyAll(client: Client, judged: Judged, given: Given): Promise<void> {
  const { document, judgement } = await chatOf(judged, given);
  const what = `${many(ready(judgement), 'edit')} to ${many(judgement.files.length, 'file')}`;
  await thenOfferToSave(what, () => client.run('editLsp.applyAll', { uri: document.uri.toString() }));
}

export async function applyFile(client: Client, judged: Judged, given: Given): Promise<void> {
  const subject = await chatOf(judged, given);
  const { document, judgement } = subject;
  const path = given && 'kind' in given && given.kind === 'file' ? given.path : (blockOf(subject, given)?.path ?? (await choose(subject.judgement.files)));
  if (path === undefined) return;
  const number = judgement.files.find((file) => file.path === path)?.blocks.length ?? 0;
  await thenOfferToSave(`${many(number, 'edit')} to ${path}`, () => client.run('editLsp.applyFile', { uri: document.uri.toString(), path }));
}

async function choose(files: { path: string; blocks: number[] }[]): Promise<string | undefined> {
  if (files.length === 0) throw new Notice('There is nothing to apply.');
  const items = files.map((file) => ({ label: file.path, description: many(file.blocks.length, 'edit') }));
  return (await vscode.window.showQuickPick(items, { placeHolder: 'Choose a file to apply its edits' }))?.label;
}

/**
 * Applies edits, says how many, and offers to save the files that they changed; those
 * that held unsaved text before stay as they are. Tells whether they were applied.
 */
export async function thenOfferToSave(what: string, apply: () => Promise<Outcome>, ...more: string[]): Promise<{ applied: boolean; chosen?: Thenable<string | undefined> }> {
  const unsaved = new Set(vscode.workspace.textDocuments.filter((document) => document.isDirty));
  const { applied } = await apply();
  if (!applied) return { applied };
  const changed = vscode.workspace.textDocuments.filter((document) => document.isDirty && !unsaved.has(document));
  const save = changed.length === 1 ? 'Save the File' : `Save the ${changed.length} Files`;
  const buttons = changed.length > 0 ? [save, ...more] : more;
  const chosen = vscode.window.showInformationMessage(`Applied ${what}.`, ...buttons);
  // The command is done when the edits are made, not when the message is gone.
  void chosen.then(async (button) => {
    if (button === save) for (const document of changed) await document.save();
  });
  return { applied, chosen };
}
