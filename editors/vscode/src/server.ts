// Finds the server: a binary, else WebAssembly.
import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { section } from './configuration';
import { nodeServer } from './nodeWorker';
import { Server } from './platform';

const windows = process.platform === 'win32';

/** A binary and where it was found. */
interface Program {
  path: string;
  from: string;
}

const run = promisify(execFile);

/** Finds the server for the workspace. Binaries only read files on disk. */
export function findServer(extension: vscode.Uri): Server {
  const onDisk = (vscode.workspace.workspaceFolders ?? []).every(({ uri }) => uri.scheme === 'file');
  const program = onDisk ? findProgram(extension) : undefined;
  return program ? programServer(program) : nodeServer(extension);
}

function programServer(program: Program): Server {
  return {
    name: `${program.path}, from ${program.from}`,
    connect: (options) =>
      new LanguageClient(section, 'edit-lsp', { command: program.path, args: ['--log-level=info'], transport: TransportKind.stdio }, options),
    failed: (reason) =>
      `The program ${program.path} didn't start, or exited at once: ${reason}. Run "${program.path} version" in a terminal to find out why.`,
    examine: () => examine(program),
  };
}

async function examine(program: Program): Promise<string> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const answers = [`The program, from ${program.from}`];
  for (const args of folders.length > 0 ? folders.map(({ uri }) => ['--root', uri.fsPath]) : [[]]) {
    const { stdout, stderr } = await run(program.path, ['doctor', ...args], { timeout: 20_000 });
    answers.push([stdout, stderr].filter(Boolean).join('\n'));
  }
  return answers.join('\n\n');
}

/**
 * Returns the binary in the setting, else the bundled one, else the one in PATH. A wrong
 * setting is an error: no other binary is started instead.
 */
function findProgram(extension: vscode.Uri): Program | undefined {
  const given = vscode.workspace.getConfiguration('editLsp').get('server.path', '').trim();
  if (given) {
    const found = path.isAbsolute(given) ? executable(given) : inPath(given);
    if (found) return { path: found, from: 'the setting editLsp.server.path' };
    throw new Error(
      `The setting editLsp.server.path names "${given}", which doesn't exist. ` +
        'Correct it, or leave it empty to use the server in the extension.',
    );
  }
  const bundled = executable(vscode.Uri.joinPath(extension, 'bin', 'edit-lsp').fsPath);
  if (bundled) return { path: bundled, from: 'the extension' };
  const found = inPath('edit-lsp');
  return found ? { path: found, from: 'PATH' } : undefined;
}

// Relative folders in PATH are ignored, since a workspace could then choose the binary.
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
