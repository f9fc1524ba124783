// What is done when the server ends by itself: it is started again, but not for ever.
import { CloseAction, CloseHandlerResult, ErrorAction, ErrorHandler, ErrorHandlerResult } from 'vscode-languageclient';

/** So many ends within so many milliseconds are too many. */
const most = 4;
const within = 3 * 60_000;

export class Crashes implements ErrorHandler {
  private ends: number[] = [];

  /** `running` tells whether the server has ever answered; if not, its start has failed, and that is told elsewhere. */
  constructor(private readonly running: () => boolean) {}

  // Where writing fails the connection is closed next.
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
