// Takes what is dropped onto the page.

/** Calls `take` with files that are dropped anywhere, before the chat's editor sees them. */
export function takeDrops(take: (dropped: DataTransfer) => void): void {
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) document.body.classList.remove('dropping');
  });
  addEventListener(
    'drop',
    (event) => {
      document.body.classList.remove('dropping');
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.stopPropagation();
      take(event.dataTransfer);
    },
    true,
  );
}
