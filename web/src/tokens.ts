// Colours blocks in the chat by the server's semantic tokens, like a diff.
import { StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Classes of whole lines and of words, by token modifier. */
const lines: Record<string, Decoration> = { old: Decoration.line({ class: 'old-line' }), new: Decoration.line({ class: 'new-line' }) };
const words: Record<string, Decoration> = { marker: Decoration.mark({ class: 'marker' }), path: Decoration.mark({ class: 'block-path' }) };

const setTokens = StateEffect.define<DecorationSet>();

export const tokenField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    shown = shown.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setTokens)) shown = effect.value;
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

interface Token {
  line: number;
  from: number;
  to: number;
  kind: string;
}

/** Decodes the protocol's numbers. `kinds` are the legend's modifiers. */
function decode(data: number[], kinds: string[]): Token[] {
  const tokens: Token[] = [];
  let line = 0;
  let start = 0;
  for (let i = 0; i + 4 < data.length; i += 5) {
    start = data[i] === 0 ? start + data[i + 1]! : data[i + 1]!;
    line += data[i]!;
    tokens.push({ line, from: start, to: start + data[i + 2]!, kind: kinds[data[i + 3]!] ?? '' });
  }
  return tokens;
}

/** Shows the tokens of a text, except on lines that `isPlain`. Lines are 0-based. */
export function showTokens(view: EditorView, data: number[], kinds: string[], isPlain: (line: number) => boolean): void {
  const doc = view.state.doc;
  const ranges = [];
  let last: Token | undefined;
  for (const token of decode(data, kinds)) {
    if (token.line >= doc.lines) break;
    if (isPlain(token.line)) continue;
    const whole = lines[token.kind];
    const { from, to } = doc.line(token.line + 1);
    if (whole) {
      // An empty line has no token.
      const first = last?.kind === token.kind && emptyBetween(doc, last.line, token.line) ? last.line + 1 : token.line;
      for (let at = first; at <= token.line; at++) ranges.push(whole.range(doc.line(at + 1).from));
    } else if (words[token.kind] && token.to > token.from) {
      ranges.push(words[token.kind]!.range(from + token.from, Math.min(from + token.to, to)));
    }
    last = token;
  }
  view.dispatch({ effects: setTokens.of(Decoration.set(ranges, true)) });
}

function emptyBetween(doc: Text, above: number, below: number): boolean {
  for (let at = above + 1; at < below; at++) if (doc.line(at + 1).length > 0) return false;
  return true;
}
