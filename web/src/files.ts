// The given files, their changes by edits, and the server's requests for them. Only save()
// writes.
import { type Change, type TextEdit, type WorkspaceEdit } from './protocol';

/** The folder that a chat's paths are relative to. */
export const root = 'file:///workspace';

export interface Given {
  size: number;
  mtime: number;
  read(): Promise<Uint8Array>;
  /** Writes the file in place, if the browser allows it. */
  write?(text: string): Promise<void>;
}

/** One change, undone as a whole. A missing file is undefined. */
type Snapshot = Map<string, string | undefined>;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class Files {
  private given = new Map<string, Given>();
  /** The changed files, undefined for deleted ones. */
  private changed: Snapshot = new Map();
  private originals: Snapshot = new Map();
  private undoable: Snapshot[] = [];
  private parents = new Set<string>();
  /** Creates a file in the picked folder, if there is one. */
  create?: (path: string, text: string) => Promise<void>;

  get count(): number {
    return this.given.size;
  }

  set(given: Map<string, Given>): void {
    this.given = given;
    this.changed.clear();
    this.originals.clear();
    this.undoable = [];
    this.create = undefined;
    this.findParents();
  }

  add(given: Map<string, Given>): void {
    for (const [path, file] of given) this.given.set(path, file);
    this.findParents();
  }

  private findParents(): void {
    this.parents = new Set(['']);
    for (const path of [...this.given.keys(), ...this.changed.keys()]) {
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) this.parents.add(path.slice(0, at));
    }
  }

  private exists(path: string): boolean {
    return this.changed.has(path) ? this.changed.get(path) !== undefined : this.given.has(path);
  }

  /** The text of a file, undefined if it is missing. */
  async text(path: string): Promise<string | undefined> {
    if (this.changed.has(path)) return this.changed.get(path);
    const file = this.given.get(path);
    return file && utf8.decode(await file.read());
  }

  /** The changed files, before and after. */
  changes(): { path: string; before?: string; after?: string }[] {
    return [...this.changed]
      .map(([path, after]) => ({ path, before: this.originals.get(path), after }))
      .filter(({ before, after }) => before !== after)
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Answers to the server's file requests. */
  readonly answers = {
    'editLsp/stat': ({ uri }: { uri: string }) => {
      const path = pathOf(uri);
      if (path === undefined) return null;
      if (this.exists(path)) {
        const text = this.changed.get(path);
        const file = this.given.get(path);
        return { folder: false, size: text === undefined ? file!.size : text.length, mtime: file?.mtime ?? 0 };
      }
      return this.parents.has(path) ? { folder: true, size: 0, mtime: 0 } : null;
    },
    'editLsp/readFile': async ({ uri }: { uri: string }) => {
      const path = pathOf(uri);
      if (path === undefined || !this.exists(path)) return null;
      const text = this.changed.get(path);
      if (text !== undefined) return { text };
      const bytes = await this.given.get(path)!.read();
      try {
        return { text: utf8.decode(bytes) };
      } catch {
        return { base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
      }
    },
    'editLsp/listFolder': ({ uri, limit }: { uri: string; limit?: number }) => {
      const path = pathOf(uri);
      if (path === undefined) return null;
      const below = path === '' ? '' : path + '/';
      const folders = [...this.parents].filter((name) => name !== '').map((name) => ({ name, folder: true }));
      const files = [...new Set([...this.given.keys(), ...this.changed.keys()])].filter((name) => this.exists(name)).map((name) => ({ name, folder: false }));
      return [...folders, ...files]
        .filter(({ name }) => name.startsWith(below))
        .slice(0, limit)
        .map(({ name, folder }) => ({ path: name.slice(below.length), folder, size: 0, mtime: 0 }));
    },
  };

  /** Applies an edit as one change, or nothing if a part of it can't be applied. */
  async apply(edit: WorkspaceEdit): Promise<string[]> {
    const next: Snapshot = new Map();
    const now = async (path: string) => (next.has(path) ? next.get(path) : this.text(path));
    const changes: Change[] =
      edit.documentChanges ?? Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({ textDocument: { uri, version: null }, edits }));
    for (const change of changes) {
      switch (change.kind) {
        case 'create': {
          const path = requirePath(change.uri);
          if ((await now(path)) === undefined) next.set(path, '');
          break;
        }
        case 'delete':
          next.set(requirePath(change.uri), undefined);
          break;
        case 'rename': {
          const from = requirePath(change.oldUri);
          const to = requirePath(change.newUri);
          if ((await now(to)) !== undefined) throw new Error(`${to} already exists`);
          next.set(to, await now(from));
          next.set(from, undefined);
          break;
        }
        default: {
          const path = requirePath(change.textDocument.uri);
          next.set(path, edited((await now(path)) ?? '', change.edits));
        }
      }
    }
    const before: Snapshot = new Map();
    for (const path of next.keys()) {
      before.set(path, await this.text(path));
      if (!this.originals.has(path)) this.originals.set(path, before.get(path));
    }
    this.undoable.push(before);
    this.put(next);
    return [...next.keys()];
  }

  get canUndo(): boolean {
    return this.undoable.length > 0;
  }

  /** Undoes the last change and returns its paths. */
  undo(): string[] {
    const before = this.undoable.pop();
    if (!before) return [];
    this.put(before);
    return [...before.keys()];
  }

  private put(texts: Snapshot): void {
    for (const [path, text] of texts) this.changed.set(path, text);
    this.findParents();
  }

  canSave(): boolean {
    const changes = this.changes();
    return changes.length > 0 && changes.every(({ path, after }) => after !== undefined && (this.given.get(path)?.write ?? this.create));
  }

  async save(): Promise<number> {
    const changes = this.changes();
    for (const { path, after } of changes) {
      const write = this.given.get(path)?.write ?? ((text: string) => this.create!(path, text));
      await write(after!);
      this.originals.set(path, after);
    }
    return changes.length;
  }
}

/** The path of a workspace file, undefined for other URIs. */
export function pathOf(uri: string): string | undefined {
  if (uri === root) return '';
  return uri.startsWith(root + '/') ? decodeURIComponent(uri.slice(root.length + 1)) : undefined;
}

export function uriOf(path: string): string {
  return `${root}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function requirePath(uri: string): string {
  const path = pathOf(uri);
  if (!path) throw new Error(`not a file of the workspace: ${uri}`);
  return path;
}

/** What needs confirmation, with the files, or "". */
export function risksOf({ changeAnnotations = {}, documentChanges = [] }: WorkspaceEdit): string {
  const risky = Object.entries(changeAnnotations).filter(([, annotation]) => annotation.needsConfirmation);
  return risky
    .map(([id, { label, description }]) => {
      const marked = documentChanges.filter((change) => (change.kind === undefined ? change.edits : [change]).some(({ annotationId }) => annotationId === id));
      const paths = new Set(marked.map((change) => pathOf(change.kind === undefined ? change.textDocument.uri : change.kind === 'rename' ? change.oldUri : change.uri)));
      return [`${label}: ${[...paths].join(', ')}`, description].filter(Boolean).join('\n');
    })
    .join('\n\n');
}

/** Applies edits. Their ranges refer to the given text, in UTF-16 units. */
export function edited(text: string, edits: TextEdit[]): string {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const offset = ({ line, character }: { line: number; character: number }) =>
    line >= starts.length ? text.length : Math.min(starts[line]! + character, line + 1 < starts.length ? starts[line + 1]! - 1 : text.length);
  let out = '';
  let last = 0;
  for (const { range, newText } of [...edits].sort((a, b) => offset(a.range.start) - offset(b.range.start))) {
    out += text.slice(last, offset(range.start)) + newText;
    last = offset(range.end);
  }
  return out + text.slice(last);
}
