// Bundles the extension for desktops and browsers, and builds the server as WebAssembly and the
// licences, into out or --outdir. --production minifies the bundles.
import { build } from 'esbuild';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer, bundleLicences, glue, joinLicences, serverLicences } from '../../web/server.mjs';

const { values: options } = parseArgs({
  options: { production: { type: 'boolean', default: false }, outdir: { type: 'string', default: 'out' }, version: { type: 'string' } },
});

const bundle = (entry, outfile, more) =>
  build({
    metafile: true,
    entryPoints: [entry],
    outfile: join(options.outdir, outfile),
    bundle: true,
    format: 'cjs',
    // VS Code provides it.
    external: ['vscode'],
    define: { GLUE: JSON.stringify(glue()) },
    minify: options.production,
    sourcemap: !options.production,
    logLevel: 'warning',
    ...more,
  });

const desktop = await bundle('src/desktop.ts', 'extension.js', { platform: 'node', target: 'node20' });
const browser = await bundle('src/browser.ts', 'browser.js', { platform: 'browser', target: 'es2022' });
buildServer(options.outdir, options.version);
const inputs = { ...desktop.metafile.inputs, ...browser.metafile.inputs };
writeFileSync(join(options.outdir, 'licences.txt'), joinLicences([...bundleLicences({ inputs }, '.'), ...serverLicences()]));
