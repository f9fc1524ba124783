// Finds the server's program.
import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';

const windows = process.platform === 'win32';

/** The program, and in words where it was found. */
export interface Program {
  path: string;
  from: string;
}

/** Why there is no program, and what to do. */
export class NoProgram extends Error {}

/**
 * The program that the setting names, else the one that came with the extension, else
 * the one in PATH. A setting that names none is an error: another program than the one
 * that was asked for is never started.
 */
export function findProgram(extension: vscode.Uri): Program {
  const given = vscode.workspace.getConfiguration('editLsp').get('server.path', '').trim();
  if (given) {
    const found = path.isAbsolute(given) ? executable(given) : inPath(given);
    if (found) return { path: found, from: 'the setting editLsp.server.path' };
    throw new NoProgram(
      `The setting editLsp.server.path names "${given}", which doesn't exist. ` +
        'Correct it, or leave it empty to use the server in the extension.',
    );
  }
  const bundled = executable(vscode.Uri.joinPath(extension, 'bin', 'edit-lsp').fsPath);
  if (bundled) return { path: bundled, from: 'the extension' };
  const found = inPath('edit-lsp');
  if (found) return { path: found, from: 'PATH' };
  throw new NoProgram(
    `Couldn't find edit-lsp: this build of the extension has no server for ${process.platform}-${process.arch}, ` +
      "and edit-lsp isn't in your PATH. Install it, or set editLsp.server.path.",
  );
}

// A relative folder in PATH would let a workspace choose the program.
function inPath(name: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const found = path.isAbsolute(folder) && executable(path.join(folder, name));
    if (found) return found;
  }
  return undefined;
}

function executable(file: string): string | undefined {
  const candidates = windows && !file.toLowerCase().endsWith('.exe') ? [file + '.exe'] : [file];
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return statSync(candidate).isFile();
    } catch {
      return false;
    }
  });
}
