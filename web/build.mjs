// Builds the page into dist/: the server as WebAssembly, the script, the styles and the demo.
// Any host can serve this static folder (docs/web.md).
import { build } from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServer, bundleLicences, glue, joinLicences, serverFile, serverLicences } from './server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const top = join(here, '..');
const dist = join(here, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

buildServer(dist);
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
  define: { GLUE: JSON.stringify(glue()), SERVER_SIZE: String(statSync(join(dist, serverFile)).size) },
});
writeFileSync(join(dist, 'licences.txt'), joinLicences([...bundleLicences(metafile, here), ...serverLicences()]));

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

// The service worker caches these under a name that changes with each build.
const assets = readdirSync(dist).sort();
const build_ = createHash('sha256');
for (const name of assets) build_.update(readFileSync(join(dist, name)));
writeFileSync(
  join(dist, 'sw.js'),
  readFileSync(join(here, 'src/sw.js'), 'utf8').replace('BUILD', build_.digest('hex').slice(0, 16)).replace("['ASSETS']", JSON.stringify(['./', ...assets])),
);
