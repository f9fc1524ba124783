// Restarts a crashed server, but not forever.
import { CloseAction, CloseHandlerResult, ErrorAction, ErrorHandler, ErrorHandlerResult } from 'vscode-languageclient';

/** Stop restarting after `most` crashes `within` milliseconds. */
const most = 4;
const within = 3 * 60_000;

export class Crashes implements ErrorHandler {
  private ends: number[] = [];

  /**
   * `running` reports whether the server has ever answered. If not, its start failed, which is
   * reported elsewhere.
   */
  constructor(private readonly running: () => boolean) {}

  // After a write error, the connection closes anyway.
  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue, handled: true };
  }

  closed(): CloseHandlerResult {
    if (!this.running()) return { action: CloseAction.DoNotRestart, handled: true };
    const now = Date.now();
    this.ends = [...this.ends.filter((end) => now - end < within), now];
    if (this.ends.length < most) return { action: CloseAction.Restart, handled: true };
    return {
      action: CloseAction.DoNotRestart,
      message: `The edit-lsp server crashed ${most} times in three minutes and won't be restarted. See its log. To start it again, run "Edit Blocks: Restart the Server".`,
    };
  }
}
