// Starts the edit-lsp language server and keeps it with the editor. All that the
// extension shows, the server says.
import * as vscode from 'vscode';
import { DocumentSelector, LanguageClient, TransportKind } from 'vscode-languageclient/node';

// The chat documents, wherever they come from, and every file: an edit's target
// counts with the text that is not saved yet.
const documents: DocumentSelector = [
  ...['markdown', 'mdx', 'plaintext', 'org', 'codecompanion', 'Avante', 'quarto'].map((language) => ({ language })),
  { scheme: 'file' },
];

let client: LanguageClient | undefined;

// One start or stop at a time: each waits for the one before it.
let turn: Promise<void> = Promise.resolve();

function inTurn(step: () => Promise<void>): Promise<void> {
  turn = turn.then(step, step);
  return turn;
}

async function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration('editLsp').get<string>('server.path')?.trim() || 'edit-lsp';
  client = new LanguageClient(
    'editLsp',
    'edit-lsp',
    { command, transport: TransportKind.stdio },
    { documentSelector: documents, synchronize: { configurationSection: 'editLsp' } },
  );
  try {
    await client.start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void tellNotStarted(command, reason);
  }
}

async function tellNotStarted(command: string, reason: string): Promise<void> {
  const settings = 'Open Settings';
  const chosen = await vscode.window.showErrorMessage(
    `The edit-lsp program "${command}" did not start: ${reason}. Install it, or say where it is.`,
    settings,
  );
  if (chosen === settings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'editLsp.server.path');
  }
}

async function stop(): Promise<void> {
  const stopping = client;
  client = undefined;
  try {
    await stopping?.dispose();
  } catch {
    // It never ran, or is gone already.
  }
}

export function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('editLsp.server.path')) {
        void inTurn(stop);
        void inTurn(start);
      }
    }),
  );
  return inTurn(start);
}

export function deactivate(): Promise<void> {
  return inTurn(stop);
}
