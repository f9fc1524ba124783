// Plays a scenario in a window and reports its results. scenario.json next to the workspace
// folder has its name and input.
const { connect } = require('node:net');
const { readFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const path = require('node:path');
const vscode = require('vscode');
const scenarios = require('./scenarios');

exports.activate = async () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (!folder) return;
  const { scenario, ...told } = JSON.parse(readFileSync(path.join(folder, '..', 'scenario.json'), 'utf8'));
  const socket = connect(path.join(folder, '..', 'driver.sock'));
  const asked = new Map();
  createInterface({ input: socket }).on('line', (line) => {
    const { id, answer, error } = JSON.parse(line);
    const { resolve, reject } = asked.get(id);
    if (error) reject(new Error(error));
    else resolve(answer);
  });
  let last = 0;
  /** Sends a request to drive.mjs. */
  const ask = (what, more) =>
    new Promise((resolve, reject) => {
      asked.set(++last, { resolve, reject });
      socket.write(JSON.stringify({ id: last, ask: { do: what, ...more } }) + '\n');
    });
  const found = { version: vscode.version, trusted: vscode.workspace.isTrusted };
  try {
    await scenarios[scenario](found, ask, told);
  } catch (error) {
    found.error = String(error.stack);
    await ask('shot', { name: `failed-${scenario}` }).catch(() => {});
  }
  socket.write(JSON.stringify({ found }) + '\n');
};
