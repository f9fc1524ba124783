// Applies a block, the blocks of a file, or all, and reverts a block or all.
import * as vscode from 'vscode';
import { Client } from '../client';
import { Saying } from '../edits';
import { CurrentChat } from '../currentChat';
import { Report } from '../protocol';
import { Review } from '../review';
import { many } from '../summary';
import { blockOf, chatOf, Given, Notice, oneBlockOf } from './subject';

/** Applies the block of a row or at the cursor, in the chat or the target. There, it says why none applies. */
export async function applyBlock(client: Client, current: CurrentChat, review: Review, given: Given): Promise<void> {
  const isRow = given && 'kind' in given;
  const here = isRow ? undefined : await review.atCursor('editLsp.apply');
  const reason = here || isRow || current.editor ? undefined : await review.reason();
  if (reason) throw new Notice(`${reason}.`);
  await client.edit('editLsp.apply', here ?? (await argumentOf(current, given)));
}

/** Reverts the block of a row or at the cursor, like applyBlock. */
export async function revert(client: Client, current: CurrentChat, review: Review, given: Given): Promise<void> {
  const here = given && 'kind' in given ? undefined : await review.atCursor('editLsp.revert');
  await client.edit('editLsp.revert', here ?? (await argumentOf(current, given)));
}

async function argumentOf(current: CurrentChat, given: Given): Promise<{ uri: string; block: number }> {
  const subject = await chatOf(current, given);
  return { uri: subject.document.uri.toString(), block: oneBlockOf(subject, given).index };
}

export async function applyAll(client: Client, current: CurrentChat, given: Given, saying?: Saying): Promise<void> {
  const { document, report } = await chatOf(current, given);
  const argument = { uri: document.uri.toString() };
  // What was applied before goes, too.
  const undo = report.blocks.some((block) => block.status === 'already-applied') ? 'Revert All' : 'Undo';
  const { chosen } = await client.edit('editLsp.applyAll', argument, { ...saying, buttons: [undo] });
  // The message may stay for long.
  void chosen?.then((button) => (button === undo ? client.edit('editLsp.revertAll', argument) : undefined));
}

/** Reverts what the chat has applied. */
export async function revertAll(client: Client, current: CurrentChat, given: Given): Promise<void> {
  const { document } = await chatOf(current, given);
  await client.edit('editLsp.revertAll', { uri: document.uri.toString() });
}

export async function applyFile(client: Client, current: CurrentChat, given: Given): Promise<void> {
  const subject = await chatOf(current, given);
  const { document } = subject;
  const path = given && 'kind' in given && given.kind === 'file' ? given.path : (blockOf(subject, given)?.path ?? (await choose(subject.report.files)));
  if (path === undefined) return;
  await client.edit('editLsp.applyFile', { uri: document.uri.toString(), path }, { message: appliedTo(subject.report, path) });
}

export function appliedTo({ files }: Report, path: string): string {
  return `Applied ${many(files.find((file) => file.path === path)?.blocks.length ?? 0, 'edit')} to ${path}`;
}

async function choose(files: { path: string; blocks: number[] }[]): Promise<string | undefined> {
  if (files.length === 0) throw new Notice('There is nothing to apply.');
  const items = files.map((file) => ({ label: file.path, description: many(file.blocks.length, 'edit') }));
  return (await vscode.window.showQuickPick(items, { placeHolder: 'Choose a file to apply its edits' }))?.label;
}
