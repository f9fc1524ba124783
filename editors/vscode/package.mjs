// Packages the extension:
//
//   node package.mjs [--target linux-x64] [--binary PATH [--licences PATH]] [--version X.Y.Z] [--out DIR]
//
// --binary includes the server for the platform --target, and --licences the licences of its
// dependencies. Without --binary, the extension looks for a server in its setting and in PATH.
// The package goes to DIR, by default the checkout's dist. The last line of output is its path.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const checkout = resolve(here, '..', '..');

const { values: options } = parseArgs({
  options: {
    target: { type: 'string' },
    binary: { type: 'string' },
    licences: { type: 'string' },
    version: { type: 'string' },
    out: { type: 'string', default: join(checkout, 'dist') },
  },
});
if (options.binary && !options.target) fail('--binary needs --target: the platform that the program is built for, such as linux-x64');
if (options.licences && !options.binary) fail('--licences are those of what is in the program, so it needs --binary');
for (const path of [options.binary, options.licences]) if (path && !existsSync(path)) fail(`there is no file ${path}`);
if (!existsSync(join(here, 'node_modules'))) fail('run npm ci in editors/vscode first');

const { createVSIX } = await import('@vscode/vsce');

// vsce packages a whole folder, so create one with only the shipped files. It is outside the
// checkout, whose tools would treat the sample as part of the program.
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const version = options.version ?? manifest.version;
const folder = mkdtempSync(join(tmpdir(), 'edit-lsp-vsix-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'out'), { recursive: true });
writeFileSync(join(folder, '.vscodeignore'), ''); // ship everything

// The bundle contains the dependencies, and the scripts would rebuild it.
const { private: _, scripts, dependencies, devDependencies, ...shipped } = manifest;
writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...shipped, version }, null, 2) + '\n');
execFileSync(process.execPath, ['esbuild.mjs', '--production', `--version=${version}`, `--outdir=${join(folder, 'out')}`], { cwd: here, stdio: 'inherit' });
for (const name of ['README.md', 'media']) cpSync(join(here, name), join(folder, name), { recursive: true });
for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(checkout, name), join(folder, name));

const demo = join(checkout, 'testdata', 'demo');
cpSync(join(demo, 'workspace'), join(folder, 'sample'), { recursive: true });
cpSync(join(demo, 'chat.md'), join(folder, 'sample', 'edit-lsp-sample.md'));

if (options.binary) {
  const program = join(folder, 'bin', options.target.startsWith('win32') ? 'edit-lsp.exe' : 'edit-lsp');
  cpSync(options.binary, program);
  chmodSync(program, 0o755);
  if (options.licences) cpSync(options.licences, join(folder, 'bin', 'THIRD-PARTY-LICENSES'));
}

mkdirSync(resolve(options.out), { recursive: true });
const packagePath = join(resolve(options.out), ['edit-lsp', options.target, version].filter(Boolean).join('-') + '.vsix');
await createVSIX({ cwd: folder, packagePath, target: options.target, dependencies: false });
console.log(packagePath);

function fail(message) {
  console.error(`package.mjs: ${message}`);
  process.exit(2);
}
