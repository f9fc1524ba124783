// Which documents are chats. The server has the same table (lsp, "Documents"); here it
// says which documents are sent to it as such.
import * as vscode from 'vscode';

const languages = ['markdown', 'mdx', 'plaintext', 'org', 'codecompanion', 'Avante', 'quarto'];

/** The schemes of our own documents. */
export const scheme = {
  /** A target as it would be after an edit. */
  preview: 'edit-lsp-preview',
  /** The text of the clipboard: a chat. */
  clipboard: 'edit-lsp-clipboard',
  /** What `edit-lsp doctor` says. */
  doctor: 'edit-lsp-doctor',
};

// Documents that show parts or old versions of others, by the beginning of their scheme.
const foreign = ['vscode-chat', 'vscode-copilot-chat', 'vscode-scm', 'git', 'output', scheme.preview, scheme.doctor];

/** The language ids of chats, with those that the setting adds. */
export function chatLanguages(): string[] {
  return [...languages, ...vscode.workspace.getConfiguration('editLsp').get<string[]>('languages', [])];
}

/** Tells whether a document is scanned for blocks. */
export function isChat(document: vscode.TextDocument): boolean {
  return !isForeign(document.uri) && chatLanguages().includes(document.languageId);
}

export function isForeign(uri: vscode.Uri): boolean {
  return foreign.some((beginning) => uri.scheme.startsWith(beginning));
}

/** Reports whether a URI is that of a file: on a disk, or where a folder of the workspace is. */
export function isFile(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' || (vscode.workspace.workspaceFolders ?? []).some((folder) => folder.uri.scheme === uri.scheme);
}

/** The last part of a document's path, as a person would call it. */
export function nameOf(uri: vscode.Uri): string {
  return uri.scheme === scheme.clipboard ? 'the clipboard' : uri.path.split('/').pop() || uri.path;
}
