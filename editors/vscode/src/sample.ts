// The sample: a small workspace and a chat about it, made anew each time.
import * as vscode from 'vscode';

const chat = 'edit-lsp-sample.md';

/** Copies the sample out of the extension and opens it in a window of its own. */
export async function openSample(context: vscode.ExtensionContext): Promise<void> {
  const folder = folderOf(context);
  await vscode.workspace.fs.createDirectory(context.globalStorageUri);
  await vscode.workspace.fs.copy(vscode.Uri.joinPath(context.extensionUri, 'sample'), folder, { overwrite: true });
  await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
}

/** Shows the chat, in the window of the sample. */
export async function greetInSample(context: vscode.ExtensionContext): Promise<void> {
  const folder = folderOf(context);
  const here = vscode.workspace.workspaceFolders?.some(({ uri }) => uri.toString() === folder.toString());
  if (here && vscode.window.visibleTextEditors.length === 0) {
    await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, chat));
  }
}

function folderOf(context: vscode.ExtensionContext): vscode.Uri {
  return vscode.Uri.joinPath(context.globalStorageUri, 'sample');
}
