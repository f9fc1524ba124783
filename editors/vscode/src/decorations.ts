// The colours of a block's sections: as in a diff, anchors like its unchanged lines.
import * as vscode from 'vscode';
import { isChat } from './chats';
import { Client } from './client';
import { Judged } from './judged';

type Section = 'anchor' | 'old' | 'new';

// The server's names of the sections.
const sections: Record<string, Section> = {
  'leading anchor': 'anchor',
  'trailing anchor': 'anchor',
  'old lines': 'old',
  'new lines': 'new',
};

// Blocks whose lines are no longer a change to come are left plain.
const settled = ['applied', 'already-applied', 'stale'];

export function decorateSections(client: Client, judged: Judged): vscode.Disposable {
  const types: Record<Section, vscode.TextEditorDecorationType> = {
    anchor: lines({ backgroundColor: new vscode.ThemeColor('diffEditor.unchangedCodeBackground') }),
    old: lines({ backgroundColor: new vscode.ThemeColor('diffEditor.removedLineBackground') }),
    new: lines({ backgroundColor: new vscode.ThemeColor('diffEditor.insertedLineBackground') }),
  };
  const decorate = async (editor: vscode.TextEditor): Promise<void> => {
    const { document } = editor;
    const version = document.version;
    const wanted = vscode.workspace.getConfiguration('editLsp').get('decorations', true) && isChat(document);
    const ranges: Record<Section, vscode.Range[]> = { anchor: [], old: [], new: [] };
    for (const block of wanted ? await client.symbols(document.uri) : []) {
      for (const part of settled.includes(block.detail ?? '') ? [] : (block.children ?? [])) {
        const section = sections[part.name];
        if (!section) continue;
        const { start, end } = part.range;
        ranges[section].push(new vscode.Range(start.line, 0, end.character === 0 ? end.line - 1 : end.line, 0));
      }
    }
    // An answer about an older text would colour the wrong lines; the next one comes.
    if (document.version !== version) return;
    for (const section of Object.keys(types) as Section[]) editor.setDecorations(types[section], ranges[section]);
  };
  const all = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      decorate(editor).catch((error) => client.log.appendLine(`Couldn't highlight the sections: ${String(error)}`));
    }
  };
  return vscode.Disposable.from(
    ...Object.values(types),
    judged.onDidChange(all),
    vscode.window.onDidChangeVisibleTextEditors(all),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('editLsp.decorations')) all();
    }),
  );
}

function lines(options: vscode.DecorationRenderOptions): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({ isWholeLine: true, ...options });
}
