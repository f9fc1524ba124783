// Sets the context key for the block at the cursor, for `when` clauses.
import * as vscode from 'vscode';
import { blockAt, Judged } from './judged';
import { wordOf } from './summary';

/** Sets editLsp.block to the status of the block at a chat's cursor, `fits`, or empty. */
export function blockUnderCursor(judged: Judged): vscode.Disposable {
  let last: string | undefined;
  const look = (): void => {
    const { editor, judgement } = judged;
    const block = editor && judgement && blockAt(judgement, editor.selection.active.line);
    const status = !block ? '' : wordOf(judgement, block).startsWith('fits') ? 'fits' : block.status;
    if (status !== last) void vscode.commands.executeCommand('setContext', 'editLsp.block', status);
    last = status;
  };
  return vscode.Disposable.from(judged.onDidChange(look), vscode.window.onDidChangeTextEditorSelection(look));
}
