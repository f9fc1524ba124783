// Opens a zip archive as a folder. Names and sizes in it may be hostile.
import { BlobReader, configure, type FileEntry, ZipReader } from '@zip.js/zip.js';
import { type Gathered, type Given } from './files';
import { gather } from './gather';

// The page's policy allows no other workers, and the browser decompresses off the main thread.
configure({ useWebWorkers: false });

/** Limits the entries of an archive. */
export const maxEntries = 50_000;
/** Limits the size of its files together, in bytes. */
export const maxSize = 1 << 30;
/** Limits how many times larger they are than the archive, unless they are small. */
export const maxRatio = 100;
const small = 10 << 20;

const megabytes = (bytes: number): string => `${Math.round(bytes / (1 << 20))} MiB`;

/** What an archive holds, and how many of its names are refused. */
export interface Opened extends Gathered {
  refused: number;
}

/**
 * Opens an archive, whose files are read when they are needed. A single folder in it becomes the
 * workspace, without its name. `clean` answers which names the server's path policy allows.
 */
export async function fromZip(archive: File, clean: (paths: string[]) => Promise<string[]>): Promise<Opened> {
  const entries = await entriesOf(archive);
  const names = await clean(entries.map(({ filename }) => filename));
  const files = new Map<string, FileEntry>();
  const folders = new Set<string>();
  entries.forEach((entry, i) => {
    const name = names[i]!;
    if (name === '') return;
    if (files.has(name)) throw new Error(`${archive.name} has two files named ${name}`);
    files.set(name, entry);
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) folders.add(name.slice(0, at));
  });
  const both = [...files.keys()].find((name) => folders.has(name));
  if (both !== undefined) throw new Error(`${archive.name} has a file and a folder named ${both}`);
  const folder = shared(files);
  const gathered = await gather(new Map([...files].map(([name, entry]) => [name.slice(folder.length), given(name, entry)])));
  return { ...gathered, refused: names.filter((name) => name === '').length };
}

/** The files of an archive. Symlinks aren't followed, and folders of version control aren't read. */
async function entriesOf(archive: File): Promise<FileEntry[]> {
  const reader = new ZipReader(new BlobReader(archive), { filenameValidation: 'tolerant', checkOverlappingEntry: true, checkCrc32: true });
  const entries: FileEntry[] = [];
  let size = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory || entry.symlink || /(^|\/)\.(git|hg|svn|jj)\//.test(entry.filename)) continue;
      size += entry.uncompressedSize;
      if (entries.push(entry) > maxEntries) throw new Error(`it has more than ${maxEntries} files`);
      if (size > maxSize) throw new Error(`its files are larger than ${megabytes(maxSize)}`);
      if (size > small && size > maxRatio * archive.size) throw new Error(`its files are more than ${maxRatio} times larger than the archive`);
    }
  } catch (error) {
    throw new Error(`${archive.name} can't be opened: ${error instanceof Error ? error.message : String(error)}`);
  }
  return entries;
}

/** The folder that all files are in, with a slash, or "". */
function shared(files: Map<string, unknown>): string {
  const [first = ''] = files.keys();
  const folder = first.slice(0, first.indexOf('/') + 1);
  return [...files.keys()].every((name) => name.startsWith(folder)) ? folder : '';
}

function given(name: string, entry: FileEntry): Given {
  return {
    size: entry.uncompressedSize,
    mtime: entry.lastModDate.getTime(),
    read: async () => {
      const bytes = new Uint8Array(entry.uncompressedSize);
      let size = 0;
      await entry.getData(
        new WritableStream<Uint8Array>({
          write(chunk) {
            // The archive may say less than there is.
            if (size + chunk.length > bytes.length) throw new Error(`${name} is larger than the archive says`);
            bytes.set(chunk, size);
            size += chunk.length;
          },
        }),
      );
      if (size < bytes.length) throw new Error(`${name} is smaller than the archive says`);
      return bytes;
    },
  };
}
