// VS Code mistakes search-replace blocks for merge conflicts and adds lenses that would damage
// them. These can't be turned off only for chats, so this asks once per workspace.
import * as vscode from 'vscode';
import { CurrentChat } from './currentChat';

const answered = 'answeredAboutMergeConflicts';

const names = ['codeLens.enabled', 'decorators.enabled'];

const question =
  'VS Code takes the <<<<<<< blocks of this chat for merge conflicts: its "Accept …" lenses would change the chat, not the file. ' +
  'Turn off its lenses and colours for merge conflicts? This also affects real conflicts, ' +
  'which you can still resolve in the merge editor.';

const answers = new Map([
  ['In This Workspace', vscode.ConfigurationTarget.Workspace],
  ['Everywhere', vscode.ConfigurationTarget.Global],
]);

// Other layouts of search-replace, such as XML, look like no conflict.
const marker = '<<<<<<<';

/** Asks at the first block that VS Code mistakes, unless already answered in this workspace. */
export function offerToHideMergeConflicts(memory: vscode.Memento, current: CurrentChat): vscode.Disposable {
  const subscription = current.onDidChange(() => {
    const { chat, report } = current;
    const lines = chat?.getText().split('\n') ?? [];
    const seen = report?.blocks.some((block) => lines[block.line - 1]?.startsWith(marker));
    const configuration = vscode.workspace.getConfiguration('merge-conflict');
    if (!seen || !names.some((name) => configuration.get(name, false))) return;
    subscription.dispose();
    if (!memory.get(answered)) void askAboutMergeConflicts(memory);
  });
  return subscription;
}

/** Asks now. Closing the message is no answer. */
export async function askAboutMergeConflicts(memory: vscode.Memento): Promise<void> {
  const places = vscode.workspace.workspaceFolders ? [...answers.keys()] : ['Everywhere'];
  const answer = await vscode.window.showInformationMessage(question, ...places, 'Keep Them');
  if (answer === undefined) return;
  await memory.update(answered, true);
  const target = answers.get(answer);
  for (const name of target === undefined ? [] : names) await vscode.workspace.getConfiguration('merge-conflict').update(name, false, target);
}
