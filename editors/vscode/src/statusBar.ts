// The status bar item: the current chat's summary, or why the server isn't running.
import * as vscode from 'vscode';
import { Client } from './client';
import { CurrentChat } from './currentChat';
import { brief, edits } from './summary';

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
