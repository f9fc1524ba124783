// Bundles the extension into out/extension.js, or into the folder of --outdir, with the
// licences of the packages that are in it; --production makes it small.
import { build } from 'esbuild';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: { production: { type: 'boolean', default: false }, outdir: { type: 'string', default: 'out' } },
});

const { metafile } = await build({
  metafile: true,
  entryPoints: ['src/extension.ts'],
  outfile: join(options.outdir, 'extension.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // The editor itself brings this one.
  external: ['vscode'],
  minify: options.production,
  sourcemap: !options.production,
  logLevel: 'warning',
});

const packages = new Set(Object.keys(metafile.inputs).flatMap((input) => input.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? []));
const notices = [...packages].sort().map((folder) => {
  const licence = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!licence) throw new Error(`${folder} has no licence; it must not be bundled`);
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
});
writeFileSync(join(options.outdir, 'licences.txt'), notices.join('\n' + '-'.repeat(72) + '\n\n'));
