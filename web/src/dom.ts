/** The element with an id, which must exist. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Creates an element. Text is never parsed as HTML. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

export function button(text: string, run: () => void, className = ''): HTMLButtonElement {
  const element = make('button', className, text);
  element.type = 'button';
  element.addEventListener('click', run);
  return element;
}

/** A button of a row. Its name also says what it is for. */
export function rowButton(text: string, of: string, run: () => void): HTMLButtonElement {
  const element = button(text, run);
  element.setAttribute('aria-label', `${text}: ${of}`);
  return element;
}

/** Replaces a list's rows. The focus stays at its place in the list, or goes to `next` if no row is left. */
export function replaceRows(list: HTMLElement, rows: HTMLElement[], next: HTMLElement): void {
  const focused = document.activeElement;
  const at = [...list.children].findIndex((row) => row.contains(focused));
  list.replaceChildren(...rows);
  if (!(focused instanceof HTMLElement) || at < 0) return;
  const items = [...(rows[Math.min(at, rows.length - 1)]?.querySelectorAll<HTMLElement>('button, summary') ?? [])];
  (items.find((item) => item.textContent === focused.textContent) ?? items[0] ?? next).focus();
}

export function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
