// Applies a block or code block, those of a file, or all, and reverts a block or all.
import * as vscode from 'vscode';
import { Client } from '../client';
import { Saying } from '../edits';
import { CurrentChat } from '../currentChat';
import { applies, Entry, isLeftOut, Report } from '../entries';
import { Argument } from '../protocol';
import { applyCommands, Review } from '../review';
import { many } from '../summary';
import { showInChat } from './navigate';
import { chatOf, entryOf, Given, Notice, oneEntryOf, Subject } from './subject';

/** Shows the first block that "apply all" left out. */
const show = 'Show';

/**
 * Applies the block or code block of a row or at the cursor, in the chat or the target, or the edits
 * of a file's row. In the target, it says why none applies.
 */
export async function applyBlock(client: Client, current: CurrentChat, review: Review, given: Given): Promise<void> {
  const isRow = given && 'kind' in given;
  if (isRow && given.kind === 'file') return applyFile(client, current, given);
  const here = isRow ? undefined : await review.atCursor(...applyCommands);
  const reason = here || isRow || current.editor ? undefined : await review.reason();
  if (reason) throw new Notice(`${reason}.`);
  if (here) await client.edit(here.command, here.argument);
  else {
    const subject = await chatOf(current, given);
    const entry = oneEntryOf(subject, given);
    await client.edit(entry.block ? 'editLsp.apply' : 'editLsp.writeFile', argumentOf(subject, entry));
  }
}

/** Reverts the block of a row or at the cursor, like applyBlock. */
export async function revert(client: Client, current: CurrentChat, review: Review, given: Given): Promise<void> {
  const here = given && 'kind' in given ? undefined : await review.atCursor('editLsp.revert');
  if (here) return void (await client.edit(here.command, here.argument));
  const subject = await chatOf(current, given);
  const entry = oneEntryOf(subject, given);
  await client.edit('editLsp.revert', argumentOf(subject, entry));
}

function argumentOf({ document }: Subject, { argument }: Entry): Argument {
  return { uri: document.uri.toString(), ...argument };
}

/** Applies all blocks or, if none is left that applies, all code blocks. */
export async function applyAll(client: Client, current: CurrentChat, given: Given, saying?: Saying): Promise<void> {
  const subject = await chatOf(current, given);
  const { document, report } = subject;
  const codeBlocks = report.entries.filter((entry) => !entry.block && applies(entry));
  const ready = report.files.some(({ blocks }) => blocks.length > 0);
  if (!ready && (codeBlocks.length > 0 || report.blocks.length === 0)) return writeAll(client, subject, codeBlocks, saying);
  const argument = { uri: document.uri.toString() };
  // What was applied before goes, too.
  const undo = report.blocks.some((block) => block.status === 'already-applied') ? 'Revert All' : 'Undo';
  const left = report.entries.find(isLeftOut);
  const { chosen } = await client.edit('editLsp.applyAll', argument, { ...saying, buttons: [...(left ? [show] : []), undo] });
  // The message may stay for long.
  void chosen?.then(async (button) => {
    if (button === undo) await client.edit('editLsp.revertAll', argument);
    if (button === show && left) await showInChat(document.uri, left.first);
  });
}

// Writes code blocks. A single question is about all of them.
async function writeAll(client: Client, subject: Subject, codeBlocks: Entry[], saying?: Saying): Promise<void> {
  const [first] = codeBlocks;
  if (!first) throw new Notice(`There is nothing to apply: ${subject.report.summary}.`);
  const all = codeBlocks.map((entry) => ({ ...argumentOf(subject, entry), confirmed: codeBlocks.length > 1 }));
  const detail = codeBlocks.map(({ path, operation, change }) => `${path}: ${operation === 'create' ? 'new file' : change.split('  ')[0]}`).join('\n');
  const question = `Write ${many(all.length, 'code block')} to ${all.length === 1 ? 'its file' : 'their files'}?`;
  if (all.length > 1 && (await vscode.window.showWarningMessage(question, { modal: true, detail }, 'Apply')) === undefined) return;
  const message = all.length > 1 ? `Applied ${many(all.length, 'code block')}` : undefined;
  await client.edit('editLsp.writeFile', all, { message, ...saying });
}

/** Reverts what the chat has applied. */
export async function revertAll(client: Client, current: CurrentChat, given: Given): Promise<void> {
  const { document } = await chatOf(current, given);
  await client.edit('editLsp.revertAll', { uri: document.uri.toString() });
}

/** Applies the blocks of a file or, if none is ready, its code blocks. */
export async function applyFile(client: Client, current: CurrentChat, given: Given): Promise<void> {
  const subject = await chatOf(current, given);
  const { document, report } = subject;
  const path = given && 'kind' in given && given.kind === 'file' ? given.path : (entryOf(subject, given)?.path ?? (await choose(report.files)));
  if (path === undefined) return;
  const code = report.entries.filter((entry) => entry.path === path && !entry.block && applies(entry));
  const ready = report.files.some((file) => file.path === path && file.blocks.length > 0);
  if (!ready && code.length > 0) return writeAll(client, subject, code);
  await client.edit('editLsp.applyFile', { uri: document.uri.toString(), path }, { message: appliedTo(report, path) });
}

export function appliedTo({ files }: Report, path: string): string {
  return `Applied ${many(files.find((file) => file.path === path)?.blocks.length ?? 0, 'edit')} to ${path}`;
}

async function choose(files: { path: string; blocks: number[] }[]): Promise<string | undefined> {
  if (files.length === 0) throw new Notice('There is nothing to apply.');
  const items = files.map((file) => ({ label: file.path, description: many(file.blocks.length, 'edit') }));
  return (await vscode.window.showQuickPick(items, { placeHolder: 'Choose a file to apply its edits' }))?.label;
}
