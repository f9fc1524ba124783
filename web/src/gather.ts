// Gets files from the browser: dropped, picked, or a writable folder.
import { type Given } from './files';

/** Limits the files of a folder. */
export const maxFiles = 20000;

/** Folders whose files users don't edit. */
const bulk = new Set(['node_modules', '.git', '.hg', '.svn', '.jj', 'target', 'dist', 'build', '__pycache__', '.venv', 'venv']);

function given(file: File): Given {
  return { size: file.size, mtime: file.lastModified, read: async () => new Uint8Array(await file.arrayBuffer()) };
}

/** The files of an input element. In a folder, paths begin with the folder's name. */
export function fromInput(list: Iterable<File>): Map<string, Given> {
  const all = new Map<string, Given>();
  for (const file of list) {
    const path = file.webkitRelativePath.split('/').slice(1).join('/') || file.name;
    if (all.size < maxFiles && !path.split('/').some((part) => bulk.has(part))) all.set(path, given(file));
  }
  return all;
}

/** The dropped files. A single folder becomes the workspace, without its name. */
export async function fromDrop(items: Iterable<DataTransferItem>): Promise<Map<string, Given>> {
  // The list of items is empty after the first await. A file that isn't on disk has no entry.
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const entries = dropped.flatMap(({ entry }) => entry ?? []);
  const all = new Map<string, Given>(dropped.flatMap(({ entry, file }) => (entry || !file ? [] : [[file.name, given(file)]])));
  const single = entries.length === 1 && entries[0]!.isDirectory;
  for (const entry of entries) await walkEntry(entry, single ? '' : entry.name, all);
  return all;
}

async function walkEntry(entry: FileSystemEntry, path: string, all: Map<string, Given>): Promise<void> {
  if (all.size >= maxFiles || bulk.has(entry.name)) return;
  if (entry.isFile) {
    all.set(path, given(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) await walkEntry(child, path === '' ? child.name : `${path}/${child.name}`, all);
  }
}

/** Reports whether the browser can open a writable folder. */
export const picksFolders = () => 'showDirectoryPicker' in globalThis;

interface PickedFolder {
  files: Map<string, Given>;
  create(path: string, text: string): Promise<void>;
}

/** Lets the user pick a writable folder. */
export async function pickFolder(): Promise<PickedFolder> {
  const folder = await (globalThis as unknown as { showDirectoryPicker(o: object): Promise<FileSystemDirectoryHandle> }).showDirectoryPicker({ mode: 'readwrite' });
  const files = new Map<string, Given>();
  await walkHandle(folder, '', files);
  return {
    files,
    create: async (path, text) => {
      const parts = path.split('/');
      let at = folder;
      for (const part of parts.slice(0, -1)) at = await at.getDirectoryHandle(part, { create: true });
      await write(await at.getFileHandle(parts[parts.length - 1]!, { create: true }), text);
    },
  };
}

async function walkHandle(folder: FileSystemDirectoryHandle, path: string, all: Map<string, Given>): Promise<void> {
  for await (const child of (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values()) {
    if (all.size >= maxFiles || bulk.has(child.name)) continue;
    const at = path === '' ? child.name : `${path}/${child.name}`;
    if (child.kind === 'directory') {
      await walkHandle(child as FileSystemDirectoryHandle, at, all);
      continue;
    }
    const handle = child as FileSystemFileHandle;
    all.set(at, { ...given(await handle.getFile()), write: (text) => write(handle, text) });
  }
}

async function write(handle: FileSystemFileHandle, text: string): Promise<void> {
  const stream = await handle.createWritable();
  await stream.write(text);
  await stream.close();
}
