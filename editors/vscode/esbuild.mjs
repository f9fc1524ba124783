// Bundles the extension into out/extension.js, or into the folder of --outdir;
// --production makes it small.
import { build } from 'esbuild';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: { production: { type: 'boolean', default: false }, outdir: { type: 'string', default: 'out' } },
});

await build({
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
