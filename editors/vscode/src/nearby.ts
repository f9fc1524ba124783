// The part of a long chat that the server is asked about. VS Code needs long for each key if there
// are thousands of lenses and colours, so only the lines near those shown have them. Many blocks have no symbols of their sections.
import * as vscode from 'vscode';
import { BaseLanguageClient, StaticFeature } from 'vscode-languageclient';

/** A chat with more lines is long. */
const most = 2000;

/** The number of lines that are asked about together. */
const page = 500;

/** The lines near those shown of a document, or undefined for all. */
export function nearby(document: vscode.TextDocument): vscode.Range | undefined {
  const shown = vscode.window.visibleTextEditors.filter((editor) => editor.document === document).flatMap((editor) => editor.visibleRanges);
  const [first] = shown;
  if (!first || document.lineCount <= most) return undefined;
  const { start, end } = shown.reduce((all, range) => all.union(range), first);
  return new vscode.Range(Math.max(0, (Math.floor(start.line / page) - 1) * page), 0, (Math.floor(end.line / page) + 2) * page, 0);
}

/** A chat with more blocks has no symbols of their sections, which VS Code would be sent again after each key. */
const many = 300;

type Symbols = vscode.SymbolInformation[] | vscode.DocumentSymbol[] | null | undefined;

/** The blocks of a chat as VS Code lists them, without their sections if there are many. */
export function withoutSections(symbols: Symbols): Symbols {
  if (symbols && symbols.length > many) for (const symbol of symbols) if ('children' in symbol) symbol.children = [];
  return symbols;
}

/** Runs when other lines are near those shown of a long chat. */
export function onDidMove(moved: (document: vscode.TextDocument) => void): vscode.Disposable {
  const last = new WeakMap<vscode.TextDocument, vscode.Range>();
  return vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor: { document } }) => {
    const range = nearby(document);
    if (!range || last.get(document)?.isEqual(range)) return;
    last.set(document, range);
    moved(document);
  });
}

/** Offers VS Code no tokens of whole documents, so that it asks for those of the lines that it shows. */
export function withoutAllTokens(client: BaseLanguageClient): void {
  client.registerFeature({
    fillClientCapabilities: () => {},
    preInitialize: ({ semanticTokensProvider }) => {
      if (semanticTokensProvider) semanticTokensProvider.full = false;
    },
    initialize: () => {},
    getState: () => ({ kind: 'static' }),
    clear: () => {},
  } satisfies StaticFeature);
}
