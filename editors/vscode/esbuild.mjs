// Bundles the extension into out/extension.js; --production makes it small.
import { build } from 'esbuild';

const production = process.argv.includes('--production');

await build({
  entryPoints: ['src/extension.ts'],
  outfile: 'out/extension.js',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // The editor itself brings this one.
  external: ['vscode'],
  minify: production,
  sourcemap: !production,
  logLevel: 'info',
});
