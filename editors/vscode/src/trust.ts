// In an untrusted workspace there are only diagnostics, hovers and diffs. No command, lens or
// code action applies anything.
import * as vscode from 'vscode';

const manage = 'Manage Workspace Trust';

const why = 'This workspace is in Restricted Mode, so edits are shown but not applied. Trust the workspace to apply them.';

/** Reports whether edits are allowed. If not, a message says why. */
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
 * The replacement for actions that edit, which leads to the trust editor. VS Code wouldn't show
 * disabled actions.
 */
export function actionsWhileRestricted(actions: (vscode.Command | vscode.CodeAction)[] | null | undefined): vscode.CodeAction[] {
  if (!actions?.length) return [];
  const action = new vscode.CodeAction('Trust this workspace to apply edits…', vscode.CodeActionKind.QuickFix);
  action.command = { title: manage, command: 'workbench.trust.manage' };
  return [action];
}
