// The chat's editor, with the server's diagnostics and lenses.
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { history, historyKeymap, defaultKeymap } from '@codemirror/commands';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic as Lint } from '@codemirror/lint';
import { hoverTooltips, type LSPClient } from '@codemirror/lsp-client';
import { EditorState, StateEffect, StateField, type Text } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers, placeholder, WidgetType } from '@codemirror/view';
import { type CodeLens, type Command, type Diagnostic, type Position, type TextEdit } from './protocol';
import { tokenField } from './tokens';

export const chatUri = 'untitled:chat.md';

const setLenses = StateEffect.define<CodeLens[]>();

class Lenses extends WidgetType {
  constructor(
    private readonly list: Command[],
    private readonly run: (command: Command) => void,
  ) {
    super();
  }

  override eq(other: Lenses): boolean {
    return JSON.stringify(other.list) === JSON.stringify(this.list);
  }

  toDOM(): HTMLElement {
    const row = document.createElement('div');
    row.className = 'lenses';
    for (const command of this.list) {
      const part = document.createElement(command.command ? 'button' : 'span');
      part.textContent = command.title;
      if (part instanceof HTMLButtonElement) {
        part.addEventListener('click', () => this.run(command));
        // The list of edits has the same buttons. Tab leaves the chat at once.
        part.tabIndex = -1;
      }
      row.append(part);
    }
    return row;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function lensField(run: (command: Command) => void) {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(shown, transaction) {
      shown = shown.map(transaction.changes);
      for (const effect of transaction.effects) if (effect.is(setLenses)) shown = widgets(transaction.newDoc, effect.value, run);
      return shown;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

function widgets(doc: Text, lenses: CodeLens[], run: (command: Command) => void): DecorationSet {
  const lines = new Map<number, Command[]>();
  for (const { range, command } of lenses) if (command) lines.set(range.start.line, [...(lines.get(range.start.line) ?? []), command]);
  return Decoration.set(
    [...lines]
      .filter(([line]) => line < doc.lines)
      .sort(([a], [b]) => a - b)
      .map(([line, list]) => Decoration.widget({ widget: new Lenses(list, run), block: true, side: -1 }).range(doc.line(line + 1).from)),
  );
}

// The page's custom properties also apply in the editor's shadow root.
const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--text)', backgroundColor: 'var(--panel)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent) !important' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--quiet)', borderRight: '1px solid var(--line)' },
  '.cm-tooltip': { backgroundColor: 'var(--ground)', border: '1px solid var(--line)', color: 'var(--text)', maxWidth: 'min(46rem, 90vw)' },
  '.cm-tooltip pre, .cm-diagnosticText': { fontFamily: 'var(--mono)', fontSize: '12px', whiteSpace: 'pre-wrap' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-placeholder': { color: 'var(--quiet)' },
  '.old-line': { backgroundColor: 'var(--removed)' },
  '.new-line': { backgroundColor: 'var(--added)' },
  '.marker': { color: 'var(--quiet)' },
  '.block-path': { fontWeight: '650' },
  '.lenses': { font: '12.5px system-ui, sans-serif', color: 'var(--quiet)', padding: '.35rem 0 .1rem .3rem', whiteSpace: 'normal' },
  '.lenses > * + *::before': { content: '"|"', color: 'var(--line)', padding: '0 .5rem' },
  '.lenses button': { font: 'inherit', color: 'var(--accent)', background: 'none', border: 0, padding: 0, cursor: 'pointer' },
  '.lenses button:hover': { textDecoration: 'underline' },
  '.lenses button:focus-visible': { outline: '2px solid var(--accent)' },
});

const highlight = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.processingInstruction, tags.quote], color: 'var(--quiet)' },
]);

// Chromium gives text typed over a selection the style of what was there, inline, and reports to the console that the page's
// policy blocks it. So the selection is replaced here.
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    if (event.inputType !== 'insertText' || !event.data || view.composing || state.selection.main.empty) return false;
    view.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

export interface Actions {
  /** Runs a lens. */
  run(command: Command): void;
  /** Shows the code actions of the cursor's line. */
  menu(): void;
  changed(): void;
}

export function createEditor(parent: ShadowRoot, client: LSPClient, text: string, actions: Actions): EditorView {
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      // Typing in a patch must not continue its lines as a list.
      markdown({ addKeymap: false }),
      theme,
      syntaxHighlighting(highlight),
      lintGutter(),
      lensField(actions.run),
      tokenField,
      typeOver,
      client.plugin(chatUri, 'markdown'),
      hoverTooltips(),
      EditorView.lineWrapping,
      placeholder("Paste a model's answer here, with its edit blocks"),
      EditorView.contentAttributes.of({ 'aria-label': 'Chat' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) actions.changed();
      }),
      keymap.of([{ key: 'Mod-.', run: () => (actions.menu(), true) }, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
    ],
  });
  return new EditorView({ state, parent, root: parent });
}

const severities = ['error', 'error', 'warning', 'info', 'hint'] as const;

export function showDiagnostics(view: EditorView, list: Diagnostic[], menu: () => void): void {
  const doc = view.state.doc;
  const found: Lint[] = list.map((d) => ({
    from: offset(doc, d.range.start),
    to: offset(doc, d.range.end),
    severity: severities[d.severity ?? 1],
    source: d.code,
    message: d.message,
    actions: [
      {
        name: 'Actions…',
        apply: (at, from) => {
          at.dispatch({ selection: { anchor: from } });
          menu();
        },
      },
    ],
  }));
  view.dispatch(setDiagnostics(view.state, found));
}

export function showLenses(view: EditorView, lenses: CodeLens[]): void {
  view.dispatch({ effects: setLenses.of(lenses) });
}

/** Applies the server's edits to the chat. */
export function editChat(view: EditorView, edits: TextEdit[]): void {
  const doc = view.state.doc;
  view.dispatch({ changes: edits.map(({ range, newText }) => ({ from: offset(doc, range.start), to: offset(doc, range.end), insert: newText })), userEvent: 'input' });
}

export function goToLine(view: EditorView, line: number): void {
  const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines)).from;
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  view.focus();
}

function offset(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length;
  const at = doc.line(line + 1);
  return Math.min(at.from + character, at.to);
}
