// The folder on disk that the user opened for writing.
import { type Disk, type Given } from './files';
import { inFile } from './gather';

export function diskOf(folder: FileSystemDirectoryHandle): Disk {
  return {
    async look(path) {
      try {
        return await inFile(await (await parentOf(folder, path)).getFileHandle(nameOf(path)));
      } catch (error) {
        if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
        throw explain(path, error);
      }
    },
    async write(path, text) {
      try {
        const stream = await (await (await parentOf(folder, path, true)).getFileHandle(nameOf(path), { create: true })).createWritable();
        // The file is replaced when the stream is closed.
        await stream.write(text);
        await stream.close();
      } catch (error) {
        throw explain(path, error);
      }
    },
    async remove(path) {
      try {
        await (await parentOf(folder, path)).removeEntry(nameOf(path));
      } catch (error) {
        throw explain(path, error);
      }
    },
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

async function parentOf(folder: FileSystemDirectoryHandle, path: string, create = false): Promise<FileSystemDirectoryHandle> {
  let at = folder;
  for (const part of path.split('/').slice(0, -1)) at = await at.getDirectoryHandle(part, { create });
  return at;
}

/** The browser's messages don't name the file. */
function explain(path: string, error: unknown): Error {
  if (!(error instanceof DOMException)) return error as Error;
  return new Error(error.name === 'TypeMismatchError' ? `${path} can't be saved: a file or a folder of that name is in the way` : `${path} can't be saved: ${error.message}`);
}
