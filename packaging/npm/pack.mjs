// Packs the npm packages of a release: one for each platform, with the program, and edit-lsp, which
// depends on them and starts the right one.
//
//   node packaging/npm/pack.mjs RELEASE LICENCES FOLDER
//
// RELEASE is GoReleaser's output, LICENCES the dependencies' licences from packaging/share. The
// packages go to FOLDER. The output is their paths, edit-lsp last: publish them in this order.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const checkout = resolve(here, '..', '..');
const [release, licences, out] = process.argv.slice(2);
if (!out) {
  console.error('usage: node packaging/npm/pack.mjs RELEASE LICENCES FOLDER');
  process.exit(2);
}

// Node's names of Go's platforms.
const systems = { linux: 'linux', darwin: 'darwin', windows: 'win32', freebsd: 'freebsd' };
const processors = { amd64: 'x64', arm64: 'arm64', 386: 'ia32', arm: 'arm', riscv64: 'riscv64' };

const { version } = JSON.parse(readFileSync(join(release, 'metadata.json'), 'utf8'));
const binaries = JSON.parse(readFileSync(join(release, 'artifacts.json'), 'utf8')).filter(({ type }) => type === 'Binary');
if (binaries.length === 0) throw new Error(`${release}/artifacts.json names no binaries`);

const common = {
  version,
  license: 'Apache-2.0',
  homepage: 'https://github.com/edit-lsp/edit-lsp',
  repository: { type: 'git', url: 'git+https://github.com/edit-lsp/edit-lsp.git' },
  bugs: 'https://github.com/edit-lsp/edit-lsp/issues',
};

const work = mkdtempSync(join(tmpdir(), 'edit-lsp-npm-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const optionalDependencies = {};
for (const { goos, goarch, path } of binaries.sort((a, b) => (a.path < b.path ? -1 : 1))) {
  const os = systems[goos];
  const cpu = processors[goarch];
  if (!os || !cpu) throw new Error(`${path}: Node has no name for ${goos}/${goarch}; add it to packaging/npm/pack.mjs`);
  const name = `@edit-lsp/${os}-${cpu}`;
  const description = `The program edit-lsp for ${os}-${cpu}. Install the package edit-lsp.`;
  pack({ name, description, ...common, os: [os], cpu: [cpu], preferUnplugged: true }, {
    [`bin/edit-lsp${goos === 'windows' ? '.exe' : ''}`]: { from: path, mode: 0o755 },
    'THIRD-PARTY-LICENSES': { from: licences },
    'README.md': { text: `# ${name}\n\n${description}\n` },
  });
  optionalDependencies[name] = version;
}
pack({
  name: 'edit-lsp',
  description: 'Check and apply the code edits that AI models write in chat',
  keywords: ['chat', 'diff', 'edit', 'lsp', 'patch'],
  ...common,
  bin: { 'edit-lsp': 'bin/edit-lsp.js' },
  engines: { node: '>=18' },
  optionalDependencies,
}, {
  'bin/edit-lsp.js': { from: join(here, 'edit-lsp.js'), mode: 0o755 },
  'README.md': { from: join(here, 'README.md') },
  'CHANGELOG.md': { from: join(checkout, 'CHANGELOG.md') },
});

// npm sets the times and owners in packages, so the same files give the same bytes.
function pack(manifest, files) {
  const folder = join(work, manifest.name.replace('/', '-'));
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
  for (const [name, { from, text, mode = 0o644 }] of Object.entries({ ...files, LICENSE: { from: join(checkout, 'LICENSE') } })) {
    if (text) writeFileSync(join(folder, name), text);
    else copyFileSync(from, join(folder, name));
    chmodSync(join(folder, name), mode);
  }
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--ignore-scripts', `--pack-destination=${resolve(out)}`], {
    cwd: folder, encoding: 'utf8', shell: process.platform === 'win32',
  }));
  console.log(join(out, packed.filename));
}
