// Keeps the line endings of files that an edit creates. VS Code gives new files those of its settings.
import * as vscode from 'vscode';

/** The files that an edit creates with CRLF. */
export async function createdWithCRLF(edit: vscode.WorkspaceEdit | undefined): Promise<vscode.Uri[]> {
  const created: vscode.Uri[] = [];
  for (const [uri, edits] of edit?.entries() ?? []) {
    const isCRLF = edits.some(({ newText }) => newText.includes('\r\n'));
    if (isCRLF && !(await exists(uri))) created.push(uri);
  }
  return created;
}

export async function endWithCRLF(created: vscode.Uri[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const uri of created) edit.set(uri, [vscode.TextEdit.setEndOfLine(vscode.EndOfLine.CRLF)]);
  if (created.length > 0) await vscode.workspace.applyEdit(edit);
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
