// The status bar items: the current chat's summary, or why the server isn't running, and the offer
// to save what was applied.
import * as vscode from 'vscode';
import { Client } from './client';
import { CurrentChat } from './currentChat';
import { onDidEdit, unsavedEdits } from './edits';
import { edits } from './entries';
import { brief, many } from './summary';

export function showInStatusBar(client: Client, current: CurrentChat): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('edit-lsp.status', vscode.StatusBarAlignment.Left, 0);
  item.name = 'edit-lsp';
  const show = (): void => {
    item.backgroundColor = undefined;
    item.command = 'edit-lsp.blocks.focus';
    if (client.failure) {
      item.text = '$(error) edit-lsp';
      item.tooltip = client.failure;
      item.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
      item.command = 'edit-lsp.showLog';
    } else if (current.report && edits(current.report) > 0) {
      item.text = `${vscode.workspace.isTrusted ? '$(diff)' : '$(shield)'} ${brief(current.report)}`;
      item.tooltip = `Edit blocks: ${current.report.summary}`;
    } else {
      item.hide();
      return;
    }
    item.show();
  };
  return vscode.Disposable.from(item, current.onDidChange(show), client.onDidChange(show));
}

export function offerToSave(): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('edit-lsp.save', vscode.StatusBarAlignment.Left, -1);
  item.name = 'edit-lsp: Save';
  item.command = 'edit-lsp.saveEdits';
  const show = (): void => {
    const unsaved = unsavedEdits();
    if (unsaved.length === 0) return item.hide();
    item.text = `$(save) Save ${many(unsaved.length, 'file')}`;
    item.tooltip = ['Save the applied edits in:', ...unsaved.map(({ uri }) => vscode.workspace.asRelativePath(uri))].join('\n');
    item.show();
  };
  const { onDidChangeTextDocument, onDidSaveTextDocument, onDidCloseTextDocument } = vscode.workspace;
  return vscode.Disposable.from(item, onDidEdit(show), onDidChangeTextDocument(show), onDidSaveTextDocument(show), onDidCloseTextDocument(show));
}
