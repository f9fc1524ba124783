// The given files, their changes by edits, and the server's requests for them. Only save()
// writes.
import { plural } from './dom';
import { type Change, type TextEdit, type WorkspaceEdit } from './protocol';

/** The folder that a chat's paths are relative to. */
export const root = 'file:///workspace';

export interface Given {
  size: number;
  mtime: number;
  read(): Promise<Uint8Array>;
}

/** What was read of a folder, by path. */
export interface Gathered {
  files: Map<string, Given>;
  /** Folders that aren't read, or only in part, with functions that read what isn't known. */
  unread: Map<string, (known: (path: string) => boolean) => Promise<Gathered>>;
}

/** A folder that can be written. */
export interface Disk {
  /** What is at a path now, undefined if nothing is. */
  look(path: string): Promise<Given | undefined>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/** A file's text as it was read and as it is now, undefined where there is no file. */
export interface FileChange {
  path: string;
  before?: string;
  after?: string;
}

/** Limits the files that are read of a folder at once. What is past it is unread. */
export const maxFiles = 20000;

/** One change, undone as a whole. A missing file is undefined. */
type Snapshot = Map<string, string | undefined>;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class Files {
  private given = new Map<string, Given>();
  private unread: Gathered['unread'] = new Map();
  private disk?: Disk;
  /** Files as they were first read: what the server checked is what its edits are made in. */
  private read = new Map<string, Promise<Uint8Array>>();
  /** The changed files, undefined for deleted ones. */
  private changed: Snapshot = new Map();
  private originals: Snapshot = new Map();
  private undoable: Snapshot[] = [];
  private parents = new Set<string>();
  /** What save() found on disk in place of what was read, undefined where nothing is. */
  readonly clashes: Snapshot = new Map();

  /** How many files were read, without git's. */
  get count(): number {
    return [...this.given.keys()].filter((path) => !path.startsWith('.git/')).length;
  }

  /** What isn't read, "" if all is. */
  get notRead(): string {
    if (this.unread.has('')) return 'the rest not read';
    return this.unread.size === 0 ? '' : `${plural(this.unread.size, 'folder')} not read`;
  }

  set({ files, unread }: Gathered, disk?: Disk): void {
    this.given = files;
    this.unread = unread;
    this.disk = disk;
    for (const texts of [this.read, this.changed, this.originals, this.clashes]) texts.clear();
    this.undoable = [];
    this.findParents();
  }

  add({ files, unread }: Gathered): void {
    for (const [path, file] of files) {
      this.given.set(path, file);
      this.read.delete(path);
    }
    for (const [path, more] of unread) this.unread.set(path, more);
    this.findParents();
  }

  /** The unread folder that a path lies in. */
  unreadAt(path: string): string | undefined {
    if (this.changed.has(path) || this.given.has(path)) return undefined;
    for (let at = path; at !== ''; ) {
      at = at.slice(0, Math.max(at.lastIndexOf('/'), 0));
      if (this.unread.has(at)) return at;
    }
    return undefined;
  }

  async readFolder(path: string): Promise<void> {
    const more = await this.unread.get(path)?.((file) => this.given.has(file));
    if (!more) return;
    this.unread.delete(path);
    this.add(more);
  }

  private findParents(): void {
    this.parents = new Set(['']);
    for (const path of this.unread.keys()) this.parents.add(path);
    for (const path of [...this.given.keys(), ...this.changed.keys(), ...this.unread.keys()]) {
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) this.parents.add(path.slice(0, at));
    }
  }

  private exists(path: string): boolean {
    return this.changed.has(path) ? this.changed.get(path) !== undefined : this.given.has(path);
  }

  /** The text of a file, undefined if it is missing. */
  async text(path: string): Promise<string | undefined> {
    if (this.changed.has(path)) return this.changed.get(path);
    const unread = this.unreadAt(path);
    if (unread !== undefined) throw new Error(notRead(unread));
    if (!this.given.has(path)) return undefined;
    const bytes = await this.bytes(path);
    try {
      return utf8.decode(bytes);
    } catch {
      throw new Error(`${path} is not UTF-8 text`);
    }
  }

  private bytes(path: string): Promise<Uint8Array> {
    let bytes = this.read.get(path);
    if (!bytes) {
      bytes = this.given.get(path)!.read().catch((error: unknown) => {
        this.read.delete(path);
        throw error instanceof DOMException ? new Error(`${path} can't be read any more, since it changed. Open it again`) : error;
      });
      this.read.set(path, bytes);
    }
    return bytes;
  }

  /** The changed files. */
  changes(): FileChange[] {
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
      if (this.parents.has(path)) return { folder: true, size: 0, mtime: 0 };
      const unread = this.unreadAt(path);
      return unread === undefined ? null : { folder: false, size: 0, mtime: 0, unread: notRead(unread) };
    },
    'editLsp/readFile': async ({ uri }: { uri: string }) => {
      const path = pathOf(uri);
      if (path === undefined || !this.exists(path)) return null;
      const text = this.changed.get(path);
      if (text !== undefined) return { text };
      const bytes = await this.bytes(path);
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

  /** Makes the changes of some work one change, for undo(). */
  async asOne<T>(work: () => Promise<T>): Promise<T> {
    const before = this.undoable.length;
    try {
      return await work();
    } finally {
      const made = this.undoable.splice(before);
      // Of several texts of a file, the first one is as it was before.
      if (made.length > 0) this.undoable.push(new Map(made.reverse().flatMap((texts) => [...texts])));
    }
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
    return this.disk !== undefined && this.changes().length > 0;
  }

  /**
   * Writes the changed files and returns their number, or 0 if one of them isn't on disk as it was
   * read. Then nothing is written, and clashes has the texts on disk.
   */
  async save(): Promise<number> {
    const disk = this.disk!;
    const changes = this.changes();
    this.clashes.clear();
    for (const change of changes) await this.look(disk, change);
    if (this.clashes.size > 0) return 0;
    let saved = 0;
    for (const change of inOrder(changes)) {
      const { path, after } = change;
      const now = await this.look(disk, change);
      if (this.clashes.size > 0) return saved;
      if (after === undefined && now !== undefined) await disk.remove(path);
      if (after !== undefined && now !== after) await disk.write(path, after);
      this.originals.set(path, after);
      saved++;
    }
    return saved;
  }

  /** The text on disk. It is a clash unless it was read before, or is the one to save. */
  private async look(disk: Disk, { path, before, after }: FileChange): Promise<string | undefined> {
    const bytes = await (await disk.look(path))?.read();
    const now = bytes && display(bytes);
    if (now !== before && now !== after) this.clashes.set(path, now);
    return now;
  }

  /** Lets save() replace what is on disk, as it was shown. */
  overwrite(path: string): void {
    this.originals.set(path, this.clashes.get(path));
    this.clashes.delete(path);
  }

  /** Reverts a file to its text as it was read, as a change that can be undone. */
  revert(path: string): void {
    this.undoable.push(new Map([[path, this.changed.get(path)]]));
    this.put(new Map([[path, this.originals.get(path)]]));
  }

  /** Forgets the changes of a file and takes what is on disk. */
  async readAgain(path: string): Promise<void> {
    const now = await this.disk!.look(path);
    if (now) this.given.set(path, now);
    else this.given.delete(path);
    for (const texts of [this.read, this.changed, this.originals, this.clashes, ...this.undoable]) texts.delete(path);
    this.undoable = this.undoable.filter((texts) => texts.size > 0);
    this.findParents();
  }
}

/**
 * Files are deleted last, since their text may be in new ones. Only where both names may be the
 * same on disk, as in a change of letter case, the old one is deleted first.
 */
function inOrder(changes: FileChange[]): FileChange[] {
  const fold = (path: string) => path.normalize().toLowerCase();
  const written = new Set(changes.flatMap(({ path, after }) => (after === undefined ? [] : [fold(path)])));
  const rank = ({ path, after }: FileChange) => (after !== undefined ? 1 : written.has(fold(path)) ? 0 : 2);
  return [...changes].sort((a, b) => rank(a) - rank(b));
}

const notRead = (folder: string): string => (folder === '' ? `only the first ${maxFiles} files were read` : `${folder} was not read yet`);

/** A text to compare and to show. */
function display(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return `(${bytes.length} bytes that are not UTF-8 text)`;
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
