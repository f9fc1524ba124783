// Shows information for a bug report.
import * as vscode from 'vscode';
import { scheme } from '../chats';
import { Client } from '../client';
import { Platform } from '../platform';

export class Doctor implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscription: vscode.Disposable;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly client: Client,
    private readonly extension: vscode.Extension<unknown>,
    private readonly platform: Platform,
  ) {
    this.subscription = vscode.Disposable.from(this.changed, vscode.workspace.registerTextDocumentContentProvider(scheme.doctor, this));
  }

  dispose(): void {
    this.subscription.dispose();
  }

  async show(): Promise<void> {
    const uri = vscode.Uri.from({ scheme: scheme.doctor, path: '/edit-lsp doctor' });
    this.changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  async provideTextDocumentContent(): Promise<string> {
    const state = this.client.running ? 'running' : (this.client.failure ?? 'not started: no chat is open');
    const rows = [
      ['edit-lsp for VS Code', this.extension.packageJSON.version],
      [vscode.env.appName, `${vscode.version} on ${this.platform.name}`],
      ['workspace', vscode.workspace.isTrusted ? 'trusted' : 'Restricted Mode: nothing is applied'],
      ['server', state],
    ];
    const lines = rows.map(([name, value]) => `  ${name}: ${value}`);
    return ['Extension', ...lines, '', await this.ask()].join('\n');
  }

  private async ask(): Promise<string> {
    try {
      return await this.platform.findServer(this.extension.extensionUri).examine();
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
