// The settings for the server.
import * as vscode from 'vscode';

export const section = 'editLsp';

/** The settings of the extension itself. */
export const own = ['server.path', 'trace.server', 'decorations', 'offerClipboard'];

/**
 * The server's settings that are set here. Defaults aren't sent, since they would override the
 * user's or the workspace's edit-lsp.toml.
 */
export function given(extension: vscode.Extension<unknown>): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration(section);
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(extension.packageJSON.contributes.configuration.properties)) {
    const name = key.slice(section.length + 1);
    const places = configuration.inspect(name);
    if (own.includes(name) || !places) continue;
    const set = [places.globalValue, places.workspaceValue, places.workspaceFolderValue];
    if (set.some((value) => value !== undefined)) values[name] = configuration.get(name);
  }
  return values;
}
