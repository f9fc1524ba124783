// Sets the context key for the block at the cursor, for `when` clauses.
import * as vscode from 'vscode';
import { blockAt, CurrentChat } from './currentChat';
import { wordOf } from './summary';

/** Sets editLsp.block to the status of the block at a chat's cursor, `fits`, or empty. */
export function blockUnderCursor(current: CurrentChat): vscode.Disposable {
  let last: string | undefined;
  const look = (): void => {
    const { editor, report } = current;
    const block = editor && report && blockAt(report, editor.selection.active.line);
    const status = !block ? '' : wordOf(report, block).startsWith('fits') ? 'fits' : block.status;
    if (status !== last) void vscode.commands.executeCommand('setContext', 'editLsp.block', status);
    last = status;
  };
  return vscode.Disposable.from(current.onDidChange(look), vscode.window.onDidChangeTextEditorSelection(look));
}
