// Plays scenarios in a window and reports their results. drive.mjs listens next to the workspace
// folder.
const { connect } = require('node:net');
const { createInterface } = require('node:readline');
const path = require('node:path');
const vscode = require('vscode');
const scenarios = require('./scenarios');
const { clear } = require('./steps');

exports.activate = () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (!folder) return;
  const socket = connect(path.join(folder, '..', 'driver.sock'));
  socket.on('error', () => {}); // nothing drives this window, such as the sample's
  const asked = new Map();
  let last = 0;
  /** Sends a request to drive.mjs. */
  const ask = (what, more) =>
    new Promise((resolve, reject) => {
      asked.set(++last, { resolve, reject });
      socket.write(JSON.stringify({ id: last, ask: { do: what, ...more } }) + '\n');
    });
  const play = async ({ scenario, ...told }) => {
    const found = { version: vscode.version, trusted: vscode.workspace.isTrusted };
    try {
      await scenarios[scenario](found, ask, told);
    } catch (error) {
      found.error = String(error.stack);
      await ask('shot', { name: `failed-${scenario}` }).catch(() => {});
    }
    return found;
  };
  createInterface({ input: socket }).on('line', async (line) => {
    const request = JSON.parse(line);
    if (request.play || request.clear) {
      const found = request.play ? await play(request.play) : await clear().then(() => ({}), (error) => ({ error: String(error.stack) }));
      socket.write(JSON.stringify({ found }) + '\n');
      return;
    }
    const { id, answer, error } = request;
    const { resolve, reject } = asked.get(id);
    if (error) reject(new Error(error));
    else resolve(answer);
  });
};
