// The extension on a desktop or a remote machine.
import * as vscode from 'vscode';
import { activateOn } from './extension';
import { findServer } from './server';

export { deactivate } from './extension';

export function activate(context: vscode.ExtensionContext): void {
  activateOn({ name: `${process.platform}-${process.arch}`, findServer }, context);
}
