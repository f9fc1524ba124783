// Sends the server the text of open files that aren't chats, so that unsaved text counts. If
// the client did it as for chats, every server feature would be offered in every file.
import * as vscode from 'vscode';
import {
  BaseLanguageClient,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
} from 'vscode-languageclient';
import { chatLanguages, isFile } from './chats';

/** Runs as long as the client. */
export function followTargets(client: BaseLanguageClient): vscode.Disposable {
  const converter = client.code2ProtocolConverter;
  // The client decides by the languages at its start.
  const languages = chatLanguages();
  const isTarget = (document: vscode.TextDocument): boolean =>
    isFile(document.uri) && !languages.includes(document.languageId);

  const opened = (document: vscode.TextDocument): void => {
    if (!isTarget(document)) return;
    void client.sendNotification(DidOpenTextDocumentNotification.type, converter.asOpenTextDocumentParams(document));
  };
  vscode.workspace.textDocuments.forEach(opened);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidChangeTextDocument((event) => {
      const { document } = event;
      if (!isTarget(document) || event.contentChanges.length === 0) return;
      const change = converter.asChangeTextDocumentParams(event, document.uri, document.version);
      void client.sendNotification(DidChangeTextDocumentNotification.type, change);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (!isTarget(document)) return;
      void client.sendNotification(DidSaveTextDocumentNotification.type, converter.asSaveTextDocumentParams(document));
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (!isTarget(document)) return;
      void client.sendNotification(DidCloseTextDocumentNotification.type, converter.asCloseTextDocumentParams(document));
    }),
  );
}
