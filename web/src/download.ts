// Downloads the changed files, or a patch of them.
import { createTwoFilesPatch } from 'diff';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { type FileChange } from './files';

/** A patch for `git apply` and `patch -p1`. */
export function patchOf(changes: FileChange[]): string {
  return changes
    .map(({ path, before, after }) => {
      const patch = createTwoFilesPatch(before === undefined ? '/dev/null' : `a/${path}`, after === undefined ? '/dev/null' : `b/${path}`, before ?? '', after ?? '', undefined, undefined, {
        context: 3,
      });
      const head = [`diff --git a/${path} b/${path}`];
      if (before === undefined) head.push('new file mode 100644');
      if (after === undefined) head.push('deleted file mode 100644');
      // The library adds a line of "=" that no other tool writes.
      return `${head.join('\n')}\n${patch.replace(/^=+\n/, '')}`;
    })
    .join('');
}

/** Downloads a single changed file as it is, several as an archive. */
export async function downloadFiles(changes: FileChange[]): Promise<void> {
  const kept = changes.filter(({ after }) => after !== undefined);
  if (kept.length === 1) return download(kept[0]!.path.split('/').pop()!, new Blob([kept[0]!.after!]));
  const archive = new ZipWriter(new BlobWriter('application/zip'));
  for (const { path, after } of kept) await archive.add(path, new TextReader(after!));
  download('edits.zip', await archive.close());
}

export function downloadPatch(changes: FileChange[]): void {
  download('edits.patch', new Blob([patchOf(changes)], { type: 'text/x-patch' }));
}

export async function copyPatch(changes: FileChange[]): Promise<void> {
  await navigator.clipboard.writeText(patchOf(changes));
}

function download(name: string, data: Blob): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
