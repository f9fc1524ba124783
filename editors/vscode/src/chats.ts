// Decides which documents are sent to the server as chats. The server has the same table.
import * as vscode from 'vscode';

const languages = ['markdown', 'mdx', 'plaintext', 'org', 'codecompanion', 'Avante', 'quarto'];

export const scheme = {
  /** A target after an edit. */
  preview: 'edit-lsp-preview',
  /** The clipboard's text, as a chat. */
  clipboard: 'edit-lsp-clipboard',
  /** The output of `edit-lsp doctor`. */
  doctor: 'edit-lsp-doctor',
};

// Prefixes of schemes of documents that show parts or old versions of others.
const foreign = ['vscode-chat', 'vscode-copilot-chat', 'vscode-scm', 'git', 'output', scheme.preview, scheme.doctor];

/** The language ids of chats, including those in the setting. */
export function chatLanguages(): string[] {
  return [...languages, ...vscode.workspace.getConfiguration('editLsp').get<string[]>('languages', [])];
}

/** The documents that are sent as chats. VS Code guesses the language of a pasted answer, so it may have any. */
export function chatSelector(): ({ language: string } | { scheme: string })[] {
  return [...chatLanguages().map((language) => ({ language })), { scheme: 'untitled' }];
}

/** Reports whether a document is checked for blocks. */
export function isChat(document: vscode.TextDocument): boolean {
  return !isForeign(document.uri) && (document.isUntitled || chatLanguages().includes(document.languageId));
}

export function isForeign(uri: vscode.Uri): boolean {
  return foreign.some((beginning) => uri.scheme.startsWith(beginning));
}

/** Reports whether a URI is a file, on disk or in a workspace folder. */
export function isFile(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' || (vscode.workspace.workspaceFolders ?? []).some((folder) => folder.uri.scheme === uri.scheme);
}

/** The display name of a document. */
export function nameOf(uri: vscode.Uri): string {
  return uri.scheme === scheme.clipboard ? 'the clipboard' : uri.path.split('/').pop() || uri.path;
}
