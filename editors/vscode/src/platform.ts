// What differs between VS Code on a desktop and VS Code in a browser.
import * as vscode from 'vscode';
import { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';

export interface Platform {
  /** The system, for reports. */
  name: string;
  /** Finds the server. The error says what to do where there is none. */
  findServer(extension: vscode.Uri): Server;
}

export interface Server {
  /** What runs, and where it is from, for the log. */
  name: string;
  /** Makes a client, which starts the server when it is started. */
  connect(options: LanguageClientOptions): BaseLanguageClient;
  /** Says that it didn't start, and how to find out why. */
  failed(reason: string): string;
  /** What there is to report when something is wrong. */
  examine(): Promise<string>;
}
