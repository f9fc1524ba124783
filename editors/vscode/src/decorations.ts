// Colours the lines of blocks like a diff: old and new ones that differ, and unchanged ones.
import * as vscode from 'vscode';
import { DocumentSymbol } from 'vscode-languageclient';
import { isChat } from './chats';
import { Client } from './client';
import { commonLines } from './commonLines';
import { CurrentChat } from './currentChat';
import { onDidMove } from './nearby';

type Colour = 'unchanged' | 'old' | 'new';

// The server's section names.
const sections: Record<string, Colour> = {
  'leading anchor': 'unchanged',
  'trailing anchor': 'unchanged',
  'old lines': 'old',
  'new lines': 'new',
};

// Blocks that are no longer pending get no colours.
const settled = /^applied|^earlier turn/;

export function decorateSections(client: Client, current: CurrentChat): vscode.Disposable {
  const types: Record<Colour, vscode.TextEditorDecorationType> = {
    unchanged: lines('diffEditor.unchangedCodeBackground'),
    old: lines('diffEditor.removedLineBackground', 'diffEditor.removedTextBorder'),
    new: lines('diffEditor.insertedLineBackground', 'diffEditor.insertedTextBorder'),
  };
  const decorate = async (editor: vscode.TextEditor): Promise<void> => {
    const { document } = editor;
    const version = document.version;
    const wanted = vscode.workspace.getConfiguration('editLsp').get('decorations', true) && isChat(document);
    const symbols = wanted ? await client.symbols(document) : [];
    // An answer for an older text would colour the wrong lines. Another one follows.
    if (document.version !== version) return;
    const ranges: Record<Colour, vscode.Range[]> = { unchanged: [], old: [], new: [] };
    for (const block of symbols) if (!settled.test(block.detail ?? '')) colour(document, block, ranges);
    for (const name of Object.keys(types) as Colour[]) editor.setDecorations(types[name], ranges[name]);
  };
  const all = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      decorate(editor).catch((error) => client.log.appendLine(`Couldn't highlight the sections: ${String(error)}`));
    }
  };
  return vscode.Disposable.from(
    ...Object.values(types),
    current.onDidChange(all),
    onDidMove(all),
    vscode.window.onDidChangeVisibleTextEditors(all),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('editLsp.decorations')) all();
    }),
  );
}

// Adds the lines of a block to `ranges`.
function colour(document: vscode.TextDocument, block: DocumentSymbol, ranges: Record<Colour, vscode.Range[]>): void {
  const parts: Record<Colour, number[]> = { unchanged: [], old: [], new: [] };
  for (const { name, range } of block.children ?? []) {
    const section = sections[name];
    if (!section) continue;
    const end = range.end.character === 0 ? range.end.line : range.end.line + 1;
    for (let line = range.start.line; line < end; line++) parts[section].push(line);
  }
  const text = (line: number): string => document.lineAt(line).text;
  const common = commonLines(parts.old.map(text), parts.new.map(text));
  for (const name of ['old', 'new'] as const) {
    parts[name].forEach((line, at) => (common[name].has(at) ? ranges.unchanged : ranges[name]).push(document.lineAt(line).range));
  }
  for (const line of parts.unchanged) ranges.unchanged.push(document.lineAt(line).range);
}

// High contrast themes have borders for what others tint.
function lines(background: string, border?: string): vscode.TextEditorDecorationType {
  const frame = border ? { border: '1px solid', borderColor: new vscode.ThemeColor(border) } : {};
  return vscode.window.createTextEditorDecorationType({ isWholeLine: true, backgroundColor: new vscode.ThemeColor(background), ...frame });
}
