// The status bar item: the current chat's summary, or why the server isn't running.
import * as vscode from 'vscode';
import { Client } from './client';
import { Judged } from './judged';
import { brief, edits } from './summary';

export function showInStatusBar(client: Client, judged: Judged): vscode.Disposable {
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
    } else if (judged.judgement && edits(judged.judgement) > 0) {
      item.text = `${vscode.workspace.isTrusted ? '$(diff)' : '$(shield)'} ${brief(judged.judgement)}`;
      item.tooltip = `Edit blocks: ${judged.judgement.summary}`;
    } else {
      item.hide();
      return;
    }
    item.show();
  };
  return vscode.Disposable.from(item, judged.onDidChange(show), client.onDidChange(show));
}
