// Downloads the changed files, or a patch of them.
import { createTwoFilesPatch } from 'diff';
import { strToU8, zipSync } from 'fflate';
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
export function downloadFiles(changes: FileChange[]): void {
  const kept = changes.filter(({ after }) => after !== undefined);
  if (kept.length === 1) download(kept[0]!.path.split('/').pop()!, strToU8(kept[0]!.after!), 'application/octet-stream');
  else download('edits.zip', zipSync(Object.fromEntries(kept.map(({ path, after }) => [path, strToU8(after!)]))), 'application/zip');
}

export function downloadPatch(changes: FileChange[]): void {
  download('edits.patch', strToU8(patchOf(changes)), 'text/x-patch');
}

function download(name: string, data: Uint8Array, type: string): void {
  const url = URL.createObjectURL(new Blob([data as Uint8Array<ArrayBuffer>], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
