// Gets files from the browser: dropped, picked, or a writable folder.
import { type Gathered, type Given, maxFiles } from './files';

/** Folders that aren't read unless the user asks, since users don't edit their files. */
const bulk = new Set(['node_modules', 'target', 'dist', 'build', '__pycache__', '.venv', 'venv']);

/** Folders that are never read, since the server refuses edits in them. */
const versions = new Set(['.git', '.hg', '.svn', '.jj']);

/** Files of git that name its hooks, which the server protects. */
const gitConfigs = ['config', 'config.worktree'];

interface Child {
  name: string;
  /** Its contents, for a folder. */
  folder?: Folder;
  file?: () => Promise<Given>;
}
type Folder = () => AsyncIterable<Child> | Iterable<Child>;

/**
 * Reads a folder up to the limit, without its bulk. `path` is where it is, and `known` reports
 * the files that were read before the limit.
 */
async function read(folder: Folder, path = '', known: (path: string) => boolean = () => false): Promise<Gathered> {
  const files = new Map<string, Given>();
  const unread: Gathered['unread'] = new Map();
  const walk = async (folder: Folder, path: string): Promise<void> => {
    const rest = () => void unread.set(path, (known) => read(folder, path, known));
    if (files.size >= maxFiles) return rest();
    for await (const { name, folder: inner, file } of folder()) {
      const at = path === '' ? name : `${path}/${name}`;
      if (inner && versions.has(name)) {
        if (at === '.git') for await (const { name, file } of inner()) if (file && gitConfigs.includes(name)) files.set(`.git/${name}`, await file());
      } else if (inner && bulk.has(name)) unread.set(at, (known) => read(inner, at, known));
      else if (inner) await walk(inner, at);
      else if (file && !known(at)) {
        if (files.size >= maxFiles) return rest();
        files.set(at, await file());
      }
    }
  };
  await walk(folder, path);
  return { files, unread };
}

function given(file: File): Given {
  return { size: file.size, mtime: file.lastModified, read: async () => new Uint8Array(await file.arrayBuffer()) };
}

/** Gathers files that are at hand. */
export function gather(files: Map<string, Given>): Promise<Gathered> {
  const top: Tree = new Map();
  for (const [path, file] of files) {
    const parts = path.split('/');
    let at = top;
    for (const part of parts.slice(0, -1)) {
      const next = at.get(part);
      if (next instanceof Map) at = next;
      else at.set(part, (at = new Map()));
    }
    at.set(parts.at(-1)!, file);
  }
  return read(inTree(top));
}

type Tree = Map<string, Tree | Given>;

function inTree(tree: Tree): Folder {
  return () => [...tree].map(([name, node]) => (node instanceof Map ? { name, folder: inTree(node) } : { name, file: async () => node }));
}

/** The files of an input element. In a folder, paths begin with the folder's name. */
export function fromInput(list: Iterable<File>): Promise<Gathered> {
  return gather(new Map([...list].map((file) => [file.webkitRelativePath.split('/').slice(1).join('/') || file.name, given(file)])));
}

/** The dropped files. A single folder becomes the workspace, without its name. */
export function fromDrop(items: Iterable<DataTransferItem>): Promise<Gathered> {
  // The list of items is empty after the first await. A file that isn't on disk has no entry.
  const children = [...items].flatMap((item): Child[] => {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    return entry ? [inEntry(entry)] : file ? [{ name: file.name, file: async () => given(file) }] : [];
  });
  const single = children.length === 1 ? children[0]!.folder : undefined;
  return read(single ?? (() => children));
}

function inEntry(entry: FileSystemEntry): Child {
  const { name } = entry;
  if (entry.isDirectory) return { name, folder: () => inDirectory(entry as FileSystemDirectoryEntry) };
  return { name, file: async () => given(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))) };
}

async function* inDirectory(directory: FileSystemDirectoryEntry): AsyncIterable<Child> {
  const reader = directory.createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    yield* batch.map(inEntry);
  }
}

/** Reports whether the browser can open a writable folder. */
export const picksFolders = () => 'showDirectoryPicker' in globalThis;

/** Lets the user pick a writable folder. */
export function pickFolder(): Promise<FileSystemDirectoryHandle> {
  return (globalThis as unknown as { showDirectoryPicker(o: object): Promise<FileSystemDirectoryHandle> }).showDirectoryPicker({ mode: 'readwrite' });
}

export function fromHandle(folder: FileSystemDirectoryHandle): Promise<Gathered> {
  return read(() => inHandle(folder));
}

async function* inHandle(folder: FileSystemDirectoryHandle): AsyncIterable<Child> {
  for await (const child of (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values()) {
    const { name } = child;
    if (child.kind === 'directory') yield { name, folder: () => inHandle(child as FileSystemDirectoryHandle) };
    else yield { name, file: () => inFile(child as FileSystemFileHandle) };
  }
}

/** A file as it is when it is read. A File of it can't be read any more once it has changed. */
export async function inFile(handle: FileSystemFileHandle): Promise<Given> {
  const { size, lastModified } = await handle.getFile();
  return { size, mtime: lastModified, read: async () => new Uint8Array(await (await handle.getFile()).arrayBuffer()) };
}
