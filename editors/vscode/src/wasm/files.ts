// Provides the workspace's files to a server without a disk, through three requests
// (docs/language-server.md).
import * as vscode from 'vscode';
import { BaseLanguageClient, StaticFeature } from 'vscode-languageclient';

interface Stat {
  folder: boolean;
  link: boolean;
  size: number;
  mtime: number;
}
type Entry = Stat & { path: string };
type Content = { text: string } | { base64: string };
interface Params {
  uri: string;
  limit?: number;
}

/** Folders that aren't listed, since users don't edit their files. */
const bulk = new Set(['node_modules', '.git', '.hg', '.svn', '.jj', 'vendor', 'target', 'dist', 'build', '__pycache__', 'venv', '.venv']);

/** Limits concurrent folder requests. Each may go to another machine. */
const parallelFolders = 16;

/** Announces and answers the server's requests. */
export function giveFiles(client: BaseLanguageClient): void {
  client.registerFeature({
    fillClientCapabilities: (capabilities) => {
      capabilities.experimental = { ...capabilities.experimental, editLsp: { ...capabilities.experimental?.editLsp, files: true } };
    },
    initialize: () => {},
    getState: () => ({ kind: 'static' }),
    clear: () => {},
  } satisfies StaticFeature);
  client.onRequest('editLsp/stat', ({ uri }: Params) => orNull(() => stat(vscode.Uri.parse(uri))));
  client.onRequest<Content | null, Error>('editLsp/readFile', ({ uri }: Params) => orNull(() => read(vscode.Uri.parse(uri))));
  client.onRequest('editLsp/listFolder', ({ uri, limit = Infinity }: Params) => orNull(() => list(vscode.Uri.parse(uri), limit)));
}

const missing = ['FileNotFound', 'FileNotADirectory', 'FileIsADirectory'];

/** Returns null for a missing file. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof vscode.FileSystemError && missing.includes(error.code)) return null;
    throw error;
  }
}

async function stat(uri: vscode.Uri): Promise<Stat> {
  const { type, size, mtime } = await vscode.workspace.fs.stat(uri);
  return { ...kindOf(type), size, mtime };
}

function kindOf(type: vscode.FileType): { folder: boolean; link: boolean } {
  return { folder: (type & vscode.FileType.Directory) !== 0, link: (type & vscode.FileType.SymbolicLink) !== 0 };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

async function read(uri: vscode.Uri): Promise<Content> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  try {
    return { text: utf8.decode(bytes) };
  } catch {
    const parts: string[] = [];
    // All bytes at once would be too many arguments.
    for (let at = 0; at < bytes.length; at += 4096) parts.push(String.fromCharCode(...bytes.subarray(at, at + 4096)));
    return { base64: btoa(parts.join('')) };
  }
}

/** Lists what is below a folder, breadth-first. */
async function list(root: vscode.Uri, limit: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let queue = ['']; queue.length > 0 && entries.length < limit; ) {
    const folders = queue.splice(0, parallelFolders);
    const found = await Promise.all(folders.map((path) => vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(root, path)).then(undefined, () => [])));
    found.forEach((children, i) => {
      for (const [name, type] of children) {
        const entry = { path: folders[i] ? `${folders[i]}/${name}` : name, ...kindOf(type), size: 0, mtime: 0 };
        entries.push(entry);
        if (entry.folder && !entry.link && !bulk.has(name)) queue.push(entry.path);
      }
    });
  }
  return entries.slice(0, limit);
}
