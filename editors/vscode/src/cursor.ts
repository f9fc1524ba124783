// Sets the context key for the block at the cursor, for `when` clauses.
import * as vscode from 'vscode';
import { CurrentChat } from './currentChat';
import { entryAt, stateOf } from './entries';

/** Sets editLsp.block to the state of the block or code block at a chat's cursor, or empty. */
export function blockUnderCursor(current: CurrentChat): vscode.Disposable {
  let last: string | undefined;
  const look = (): void => {
    const { editor, report } = current;
    const entry = editor && report && entryAt(report, editor.selection.active.line);
    const state = entry ? stateOf(entry) : '';
    if (state !== last) void vscode.commands.executeCommand('setContext', 'editLsp.block', state);
    last = state;
  };
  return vscode.Disposable.from(current.onDidChange(look), vscode.window.onDidChangeTextEditorSelection(look));
}
