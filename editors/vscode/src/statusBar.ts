// The item in the status bar: what there is to apply in the chat at hand, or why the
// server does not run.
import * as vscode from 'vscode';
import { Client } from './client';
import { Judged } from './judged';
import { Judgement } from './protocol';
import { counts, many, ready, sentence } from './summary';

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
    } else if (judged.editor && judged.judgement?.blocks.length) {
      item.text = brief(judged.judgement);
      item.tooltip = `Edit blocks: ${sentence(judged.judgement)}`;
    } else {
      item.hide();
      return;
    }
    item.show();
  };
  return vscode.Disposable.from(item, judged.onDidChange(show), client.onDidChange(show));
}

function brief(judgement: Judgement): string {
  const number = ready(judgement);
  const failed = (counts(judgement).get('failed') ?? 0) + (counts(judgement).get('skipped') ?? 0);
  const parts = number > 0 ? [`${many(number, 'edit')} ready`] : [];
  if (failed > 0) parts.push(`${failed} ${failed === 1 ? 'does' : 'do'} not apply`);
  const icon = vscode.workspace.isTrusted ? '$(diff)' : '$(shield)';
  return `${icon} ${parts.join(', ') || 'nothing to apply'}`;
}
