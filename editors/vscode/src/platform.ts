// The differences between VS Code on a desktop and in a browser.
import * as vscode from 'vscode';
import { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';

export interface Platform {
  /** The operating system, for bug reports. */
  name: string;
  /** Finds the server. If there is none, the error says what to do. */
  findServer(extension: vscode.Uri): Server;
}

export interface Server {
  /** The server and where it was found, for the log. */
  name: string;
  /** Returns a client. Starting it starts the server. */
  connect(options: LanguageClientOptions): BaseLanguageClient;
  /** The message for a failed start, with how to find the cause. */
  failed(reason: string): string;
  /** Information for bug reports. */
  examine(): Promise<string>;
}
