// A workspace that is not trusted is only looked at: findings, hovers, diffs. Nothing is
// applied there, by no command, lens or code action.
import * as vscode from 'vscode';

const manage = 'Manage Workspace Trust';

const why = 'This workspace is in Restricted Mode, so edits are shown but not applied. Trust the workspace to apply them.';

/** Tells whether edits may be made; if not, says why not and what to do. */
export function mayEdit(): boolean {
  if (!vscode.workspace.isTrusted) void refuse();
  return vscode.workspace.isTrusted;
}

async function refuse(): Promise<void> {
  if ((await vscode.window.showWarningMessage(why, manage)) === manage) {
    await vscode.commands.executeCommand('workbench.trust.manage');
  }
}

/**
 * What is offered in place of actions that edit: one that leads to trust. The editor
 * would not show disabled ones.
 */
export function actionsWhileRestricted(actions: (vscode.Command | vscode.CodeAction)[] | null | undefined): vscode.CodeAction[] {
  if (!actions?.length) return [];
  const action = new vscode.CodeAction('Trust this workspace to apply edits…', vscode.CodeActionKind.QuickFix);
  action.command = { title: manage, command: 'workbench.trust.manage' };
  return [action];
}
