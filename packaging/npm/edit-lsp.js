#!/usr/bin/env node
// Starts the program of this platform's package, which npm installs as an optional dependency.
const { spawn } = require('node:child_process');
const { constants } = require('node:os');

const platform = `${process.platform}-${process.arch}`;
const supported = Object.keys(require('../package.json').optionalDependencies).map((name) => name.split('/')[1]);

function program() {
  if (!supported.includes(platform)) {
    fail(`there is no package for ${platform}, only for ${supported.join(', ')}. ` + 'To build from source, run: go install github.com/edit-lsp/edit-lsp/cmd/edit-lsp@latest');
  }
  const name = process.platform === 'win32' ? 'edit-lsp.exe' : 'edit-lsp';
  try {
    return require.resolve(`@edit-lsp/${platform}/bin/${name}`);
  } catch {
    fail(`the package @edit-lsp/${platform} is not installed. Reinstall edit-lsp with optional dependencies, without --omit=optional or --no-optional.`);
  }
}

function fail(message) {
  console.error(`edit-lsp: ${message}`);
  process.exit(2);
}

const child = spawn(program(), process.argv.slice(2), { stdio: 'inherit' });
// A terminal sends these to both, and other senders only to this process, which ends with the program.
// On Windows only consoles send them, and kill would end the program at once.
const forward = process.platform === 'win32' ? () => {} : (signal) => child.kill(signal);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
child.on('error', (error) => fail(error.message));
child.on('exit', (status, signal) => process.exit(status ?? 128 + constants.signals[signal]));
