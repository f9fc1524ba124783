// Connects the parts. Everything about edits comes from the server.
import * as vscode from 'vscode';
import { Client } from './client';
import { applyAll, applyBlock, applyFile, revert, revertAll } from './commands/apply';
import { Clipboard } from './commands/clipboard';
import { Doctor } from './commands/doctor';
import { goToBlock, goToEdit, showInChat, showTarget } from './commands/navigate';
import { Previews } from './commands/preview';
import { copyInstructions, copyPromptOf, copyRetryPrompt } from './commands/retry';
import { Given, Notice } from './commands/subject';
import { Argument } from './protocol';
import { decorateSections } from './decorations';
import { closeUnseen, saveEdits } from './edits';
import { CurrentChat } from './currentChat';
import { edits } from './entries';
import { blockUnderCursor } from './cursor';
import { askAboutMergeConflicts, offerToHideMergeConflicts } from './mergeConflicts';
import { Platform } from './platform';
import { Review } from './review';
import { greetInSample, openSample } from './sample';
import { offerToSave, showInStatusBar } from './statusBar';
import { BlocksView } from './view';

let client: Client | undefined;

export function activateOn(platform: Platform, context: vscode.ExtensionContext): void {
  const server = new Client(context.extension, platform);
  client = server;
  const current = new CurrentChat(server, context.workspaceState);
  const previews = new Previews(server, current);
  const review = new Review(server, current, context.extensionUri);
  const clipboard = new Clipboard(server, current);
  const doctor = new Doctor(server, context.extension, platform);
  context.subscriptions.push(
    server,
    current,
    previews,
    review,
    clipboard,
    doctor,
    new BlocksView(current),
    showInStatusBar(server, current),
    offerToSave(),
    closeUnseen(),
    decorateSections(server, current),
    offerToHideMergeConflicts(context.workspaceState, current),
    blockUnderCursor(current),
    current.onDidChange(() => {
      const some = current.report !== undefined && edits(current.report) > 0;
      void vscode.commands.executeCommand('setContext', 'editLsp.blocksInEditor', some && current.editor !== undefined);
      void vscode.commands.executeCommand('setContext', 'editLsp.blocks', some);
    }),
  );

  // Two of these are for lenses and rows, and not in the palette.
  const commands: Record<string, (given: Given, line: number) => Promise<void> | void> = {
    'edit-lsp.applyBlock': (given) => applyBlock(server, current, review, given),
    'edit-lsp.applyAll': (given) => applyAll(server, current, given),
    'edit-lsp.applyAllAndSave': (given) => applyAll(server, current, given, { save: true }),
    'edit-lsp.saveEdits': () => saveEdits(),
    'edit-lsp.applyFile': (given) => applyFile(server, current, given),
    'edit-lsp.applyPreview': () => previews.apply(),
    'edit-lsp.applySome': () => previews.applySome(),
    'edit-lsp.preview': (given) => previews.show(given),
    'edit-lsp.previewAll': (given) => previews.showAll(given),
    'edit-lsp.previewOf': (given) => previews.showOf(given as unknown as Argument),
    'edit-lsp.revert': (given) => revert(server, current, review, given),
    'edit-lsp.revertAll': (given) => revertAll(server, current, given),
    'edit-lsp.nextBlock': () => goToBlock(current, 1),
    'edit-lsp.previousBlock': () => goToBlock(current, -1),
    'edit-lsp.nextEdit': () => goToEdit(server, current, 'editLsp.nextEdit'),
    'edit-lsp.previousEdit': () => goToEdit(server, current, 'editLsp.previousEdit'),
    'edit-lsp.showTarget': (given) => showTarget(server, current, given),
    'edit-lsp.showInChat': (given, line) => showInChat(given as vscode.Uri, line),
    'edit-lsp.applyClipboard': () => clipboard.apply(),
    'edit-lsp.openClipboard': () => clipboard.open(),
    'edit-lsp.copyRetryPrompt': (given) => copyRetryPrompt(server, current, given),
    'edit-lsp.copyInstructions': () => copyInstructions(server),
    'edit-lsp.copyPromptOf': (given) => copyPromptOf(server, given as unknown as Argument),
    'edit-lsp.hideMergeConflicts': () => askAboutMergeConflicts(context.workspaceState),
    'edit-lsp.openSample': () => openSample(context),
    'edit-lsp.addFolder': async () => vscode.commands.executeCommand('workbench.action.addRootFolder'),
    'edit-lsp.restart': () => server.restart(),
    'edit-lsp.showLog': () => server.log.show(),
    'edit-lsp.doctor': () => doctor.show(),
  };
  for (const [id, run] of Object.entries(commands)) {
    context.subscriptions.push(
      vscode.commands.registerCommand(id, async (given: Given, line: number) => {
        try {
          await run(given, line);
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          if (error instanceof Notice) void vscode.window.showInformationMessage(message);
          else void vscode.window.showErrorMessage(`edit-lsp: ${message}`);
        }
      }),
    );
  }

  server.startIfNeeded();
  void greetInSample(context);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
