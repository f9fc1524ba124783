// Tells the server the text of open files that are no chats, so that what is not saved
// yet counts. They are kept apart from the chats, which the client follows by itself:
// else every feature of the server would be offered in every file.
import * as vscode from 'vscode';
import {
  BaseLanguageClient,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
} from 'vscode-languageclient';
import { chatLanguages, isFile } from './chats';

/** Follows the targets for as long as the client runs. */
export function followTargets(client: BaseLanguageClient): vscode.Disposable {
  const converter = client.code2ProtocolConverter;
  // What the client follows is told by the languages as they were when it started.
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
