// Builds the server as WebAssembly, for the page and the VS Code extension.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
const program = './cmd/edit-lsp-web';
const go = (...args) => execFileSync('go', args, { cwd: top, encoding: 'utf8', env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' } }).trim();

// Without inlining, dependencies are a tenth smaller. Our packages and those called in loops
// need it: a keystroke would take a third longer.
const inlined = ['github.com/edit-lsp/edit-lsp/...', 'runtime', 'internal/...', 'strings', 'bytes', 'slices', 'unicode/utf8'];

export const serverFile = 'edit-lsp.wasm';

export function buildServer(folder, version) {
  mkdirSync(folder, { recursive: true });
  const flags = ['-s', '-w', ...(version ? [`-X main.version=${version}`] : [])].join(' ');
  go('build', '-trimpath', `-ldflags=${flags}`, '-gcflags=all=-l', ...inlined.map((pattern) => `-gcflags=${pattern}=`), '-o', resolve(folder, serverFile), program);
}

/** The script that starts a Go program. It must come from the same toolchain. */
export const glue = () => readFileSync(join(go('env', 'GOROOT'), 'lib/wasm/wasm_exec.js'), 'utf8');

/** The licences of the server's dependencies. */
export function serverLicences() {
  const format = '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}';
  const modules = new Set(go('list', '-deps', '-f', format, program).split('\n').filter(Boolean));
  return [`The Go standard library and runtime\t${go('env', 'GOROOT')}`, ...[...modules].sort()].map((line) => {
    const [name, folder] = line.split('\t');
    return notice(name, folder);
  });
}

/** The licences of the packages in an esbuild bundle. Its inputs are relative to a folder. */
export function bundleLicences(metafile, folder) {
  const packages = new Set(Object.keys(metafile.inputs).flatMap((input) => input.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? []));
  return [...packages].sort().map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
    return notice(`${name} ${version}`, join(folder, path));
  });
}

export const joinLicences = (notices) => notices.join('\n' + '-'.repeat(72) + '\n\n');

function notice(name, folder) {
  const files = (existsSync(folder) ? readdirSync(folder) : []).filter((file) => /^(licen[cs]e|copying|notice|patents)/i.test(file)).sort();
  if (files.length === 0) throw new Error(`${name} has no licence; it must not be shipped`);
  return `${name}\n\n${files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')}\n`;
}
