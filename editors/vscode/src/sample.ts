// The sample: a small workspace with a chat, created from scratch each time.
import * as vscode from 'vscode';

const chat = 'edit-lsp-sample.md';

/** Copies the sample and opens it in a new window. */
export async function openSample(context: vscode.ExtensionContext): Promise<void> {
  const folder = folderOf(context);
  await vscode.workspace.fs.createDirectory(context.globalStorageUri);
  await vscode.workspace.fs.copy(vscode.Uri.joinPath(context.extensionUri, 'sample'), folder, { overwrite: true });
  await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
}

/** Shows the chat in the sample's window. */
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
