// The line that says what the page does, and the order of what it does.
import { byId } from './dom';

export function say(text: string): void {
  byId('status').textContent = text;
}

let queue = Promise.resolve();

/** Runs a user's action once those before it are done, and shows its error. */
export function run(work: () => Promise<unknown> | void): void {
  const focused = document.activeElement;
  queue = queue
    .then(work)
    .then(
      () => {},
      // The server's errors are no instances of Error.
      (error: unknown) => say((error as Error | undefined)?.message ?? String(error)),
    )
    .then(() => keepFocus(focused));
}

/**
 * A button that has done its work may be gone. Its heading gets the focus then, not the page's beginning.
 * A user who has moved on in the meantime keeps the focus.
 */
function keepFocus(focused: Element | null): void {
  if (document.activeElement !== focused && document.activeElement !== document.body) return;
  if (focused instanceof HTMLButtonElement && (focused.disabled || focused.hidden)) focused.closest('.bar')?.querySelector('h2')?.focus();
}
