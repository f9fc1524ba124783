// VS Code takes search-replace blocks for merge conflicts, and puts lenses above them
// that would spoil the block. They can be turned off, but not for chats alone: so it is
// asked, once.
import * as vscode from 'vscode';
import { Judged } from './judged';

const asked = 'askedAboutMergeConflicts';

const names = ['codeLens.enabled', 'decorators.enabled'];

const question =
  'VS Code takes the <<<<<<< blocks of this chat for merge conflicts: its "Accept …" lenses would change the chat, not the file. ' +
  'Turn off its lenses and colours for merge conflicts? This also affects real conflicts, ' +
  'which you can still resolve in the merge editor.';

const answers = new Map([
  ['In This Workspace', vscode.ConfigurationTarget.Workspace],
  ['Everywhere', vscode.ConfigurationTarget.Global],
]);

/** Asks when the first search-replace block is seen, and never again. */
export function offerToHideMergeConflicts(memory: vscode.Memento, judged: Judged): vscode.Disposable {
  const subscription = judged.onDidChange(() => {
    const seen = judged.judgement?.blocks.some((block) => block.dialect === 'search-replace');
    const configuration = vscode.workspace.getConfiguration('merge-conflict');
    if (!seen || !names.some((name) => configuration.get(name, false))) return;
    subscription.dispose();
    if (!memory.get(asked)) void ask(memory);
  });
  return subscription;
}

async function ask(memory: vscode.Memento): Promise<void> {
  await memory.update(asked, true);
  const places = vscode.workspace.workspaceFolders ? [...answers.keys()] : ['Everywhere'];
  const target = answers.get((await vscode.window.showInformationMessage(question, ...places, 'Keep Them')) ?? '');
  if (target === undefined) return;
  for (const name of names) await vscode.workspace.getConfiguration('merge-conflict').update(name, false, target);
}
