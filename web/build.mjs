// Builds the page into dist/: the server as WebAssembly, the script, the styles and the demo.
// dist/ is a static folder; any host will do (docs/web.md).
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const top = join(here, '..');
const dist = join(here, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

const go = (...args) => execFileSync('go', args, { cwd: top, encoding: 'utf8', env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' } }).trim();
// Without inlining the dependencies are a tenth smaller. In our packages and the ones that
// they call in loops it stays: a keystroke would take a third longer.
const inlined = ['github.com/edit-lsp/edit-lsp/...', 'runtime', 'internal/...', 'strings', 'bytes', 'slices', 'unicode/utf8'];
go('build', '-trimpath', '-ldflags=-s -w', '-gcflags=all=-l', ...inlined.map((p) => `-gcflags=${p}=`), '-o', join(dist, 'edit-lsp.wasm'), './cmd/edit-lsp-web');

// The glue must be that of the toolchain that compiled the program.
const glue = readFileSync(join(go('env', 'GOROOT'), 'lib/wasm/wasm_exec.js'), 'utf8');
const { metafile } = await build({
  metafile: true,
  absWorkingDir: here,
  entryPoints: ['src/page.ts'],
  outfile: join(dist, 'page.js'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { GLUE: JSON.stringify(glue) },
});
const packages = new Set(Object.keys(metafile.inputs).flatMap((input) => input.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? []));
const notices = [...packages].sort().map((folder) => {
  const licence = readdirSync(join(here, folder)).find((name) => /^licen[cs]e/i.test(name));
  if (!licence) throw new Error(`${folder} has no licence; it must not be bundled`);
  const { name, version } = JSON.parse(readFileSync(join(here, folder, 'package.json'), 'utf8'));
  return `${name} ${version}\n\n${readFileSync(join(here, folder, licence), 'utf8').trim()}\n`;
});
writeFileSync(join(dist, 'licences.txt'), notices.join('\n' + '-'.repeat(72) + '\n\n'));

for (const name of ['index.html', 'page.css', 'icon.svg']) cpSync(join(here, 'src', name), join(dist, name));

const demo = join(top, 'testdata/demo');
const workspace = join(demo, 'workspace');
const files = readdirSync(workspace, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
writeFileSync(
  join(dist, 'demo.json'),
  JSON.stringify({
    chat: readFileSync(join(demo, 'chat.md'), 'utf8'),
    files: Object.fromEntries(files.map((file) => [relative(workspace, file), readFileSync(file, 'utf8')])),
  }),
);

// The service worker keeps these for offline use; a new build has a new name for them.
const assets = readdirSync(dist).sort();
const build_ = createHash('sha256');
for (const name of assets) build_.update(readFileSync(join(dist, name)));
writeFileSync(
  join(dist, 'sw.js'),
  readFileSync(join(here, 'src/sw.js'), 'utf8').replace('BUILD', build_.digest('hex').slice(0, 16)).replace("['ASSETS']", JSON.stringify(['./', ...assets])),
);
