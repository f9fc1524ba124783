// Asks before edits with risks. Without this, VS Code would open its refactor preview with
// nothing ticked, whose "Apply" does nothing.
import * as vscode from 'vscode';
import { BaseLanguageClient, StaticFeature } from 'vscode-languageclient';
import { Outcome } from './protocol';

/** Announces that the extension asks by itself. */
export function confirmEdits(client: BaseLanguageClient): void {
  client.registerFeature({
    fillClientCapabilities: (capabilities) => {
      capabilities.experimental = { ...capabilities.experimental, editLsp: { ...capabilities.experimental?.editLsp, confirms: true } };
    },
    initialize: () => {},
    getState: () => ({ kind: 'static' }),
    clear: () => {},
  } satisfies StaticFeature);
}

/** Asks what the server wants to know. Closing the question is no. */
export async function askFirst({ question = '', risks }: Outcome): Promise<'Apply' | 'Preview' | undefined> {
  return vscode.window.showWarningMessage(question, { modal: true, detail: risks }, 'Apply', 'Preview');
}
