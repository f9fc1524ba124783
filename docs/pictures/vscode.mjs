// The pictures of VS Code, one per server feature.
//
//   node vscode.mjs INSTALLATION VSIX FOLDER SERVER OUT [NAME…]
//
// FOLDER is a workspace with the demo chat. Nothing is saved there unless a picture needs it.
// Without names, it makes all pictures.
import { join } from 'node:path';
import { openForPictures } from './workbench.mjs';

const workbench = await openForPictures(
  { width: 1000, height: 820 },
  { 'files.simpleDialog.enable': true, 'explorer.confirmDragAndDrop': false },
);
const { page, goTo, run, actions, lens, out, names } = workbench;
const row = (text) => page.locator('.view-line', { hasText: text }).first();
const editor = '.part.editor';

/** The smallest rectangle around the elements, with a margin. */
async function around(...found) {
  const boxes = [];
  for (const locator of found) boxes.push(await (typeof locator === 'string' ? page.locator(locator).first() : locator).boundingBox());
  const margin = 6;
  const x = Math.max(0, Math.min(...boxes.map((box) => box.x)) - margin);
  const y = Math.max(0, Math.min(...boxes.map((box) => box.y)) - margin);
  return {
    x,
    y,
    width: Math.min(1000, Math.max(...boxes.map((box) => box.x + box.width)) + margin) - x,
    height: Math.min(820, Math.max(...boxes.map((box) => box.y + box.height)) + margin) - y,
  };
}

/** The editor's lines around the elements at full width, including the lens above. */
async function lines(...found) {
  const { y, height } = await around(...found);
  const all = await page.locator('.monaco-editor').first().boundingBox();
  const top = Math.max(all.y, y - 18);
  return { x: all.x, width: all.width, y: top, height: Math.min(all.y + all.height, y + height) - top };
}

async function shot(name, clip) {
  await page.mouse.move(600, 4);
  await page.locator('.workbench-hover').first().waitFor({ state: 'hidden' });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(out, `vscode-${name}.png`), clip, animations: 'disabled' });
}

const still = (name, clip) => page.screenshot({ path: join(out, `vscode-${name}.png`), clip, animations: 'disabled' });

/** The pictures by name. Each starts with the chat open and checked. */
const pictures = {
  async chat() {
    await goTo(67);
    await lens('Old lines not found').waitFor();
    await shot('chat', await lines(lens('Edit location'), row('from stock.stock')));
  },
  async lenses() {
    await goTo(20);
    await shot('lenses', await lines(lens('Apply all'), row('»»» EDIT END')));
  },
  async hover() {
    await goTo(16);
    await run('Show or Focus Hover');
    const hover = page.locator('.monaco-hover', { hasText: 'line.count' }).first();
    await hover.waitFor();
    await still('hover', await lines(hover, lens('Apply'), row('»»»')));
    await page.keyboard.press('Escape');
  },
  async failing() {
    await goTo(61, 5);
    await run('Show or Focus Hover');
    const hover = page.locator('.monaco-hover', { hasText: 'Old lines not found' }).first();
    await hover.waitFor();
    await still('failing', await lines(hover, row('<<<<<<< SEARCH'), row('raise ValueError')));
    await page.keyboard.press('Escape');
  },
  async problems() {
    await goTo(61);
    await run('Problems: Focus on Problems View');
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'ambiguous' }).waitFor();
    await shot('problems', await around('.part.panel'));
    await run('View: Hide Panel');
  },
  async repair() {
    await goTo(61, 5);
    await actions('Fix whitespace');
    await still('repair', await lines('.action-widget', row('stock/stock.py'), row('raise ValueError')));
    await page.keyboard.press('Escape');
  },
  async choose() {
    await goTo(49, 5);
    await actions('Apply at line 22, in func label(');
    await still('choose', await lines('.action-widget', row('server/main.go'), row('»»» EDIT END')));
    await page.keyboard.press('Escape');
  },
  async definition() {
    await goTo(26, 10);
    await run('Peek Definition');
    await page.locator('.peekview-widget .codelens-decoration:visible', { hasText: 'Apply' }).first().waitFor();
    await shot('definition', await lines(row('server/main.go'), '.peekview-widget'));
    await page.keyboard.press('Escape');
  },
  async outline() {
    await goTo(20);
    await run('Go to Symbol in Editor');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'lib/money.rb' }).first().waitFor();
    await shot('outline', await around('.quick-input-widget'));
    await page.keyboard.press('Escape');
  },
  async workspaceSymbols() {
    await page.keyboard.press('Control+t');
    await page.locator('.quick-input-widget input').fill('#main');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'main.go' }).first().waitFor();
    await shot('workspace-symbols', await around('.quick-input-widget'));
    await page.keyboard.press('Escape');
  },
  async folding() {
    await run('Fold All');
    await goTo(27); // this unfolds the block
    await shot('folding', await lines(lens('Apply all'), row('stock/stock.py')));
    await run('Unfold All');
  },
  async highlights() {
    await goTo(25, 7);
    await page.locator('.wordHighlightText, .wordHighlight, .wordHighlightStrong').first().waitFor();
    await shot('highlights', await lines(row('server/main.go'), row('»»» EDIT END')));
  },
  async selection() {
    await goTo(28, 8);
    for (let i = 0; i < 4; i++) await run('Expand Selection');
    await shot('selection', await lines(row('server/main.go'), row('»»» EDIT END')));
    await page.keyboard.press('Escape');
  },
  async commands() {
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill('>Edit Blocks: ');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Apply All' }).first().waitFor();
    await shot('commands', await around('.quick-input-widget'));
    await page.keyboard.press('Escape');
  },
  async preview() {
    await goTo(16);
    await run('Edit Blocks: Preview Edit');
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'line.count' }).first().waitFor();
    const { x, y, width } = await page.locator(editor).boundingBox();
    const last = await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'return sum' }).first().boundingBox();
    await shot('preview', { x, y, width, height: last.y + 70 - y });
    await run('View: Close Editor');
  },
  async view() {
    await run('Edit Blocks: Focus on Edit Blocks View');
    await page.locator('.pane-body .monaco-list-row', { hasText: 'totals.py' }).first().waitFor();
    await shot('view', { ...(await around('.part.sidebar .pane-body')), height: 440 });
    await run('View: Toggle Primary Side Bar Visibility');
  },
  async settings() {
    await run('Preferences: Open Settings (UI)');
    await page.locator('.settings-editor .suggest-input-container .view-lines').click();
    await page.keyboard.type('editLsp.');
    await page.locator('.setting-item-title', { hasText: 'Decorations' }).first().waitFor();
    const all = await around('.settings-editor');
    await shot('settings', { ...all, height: 460 });
    await run('View: Close Editor');
  },
  async completion() {
    await goTo(125);
    await page.keyboard.type('\nweb/cart.ts\n<<');
    await run('Trigger Suggest');
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'SEARCH' }).first().waitFor();
    await still('completion', await lines('.suggest-widget', row('EDIT END')));
    await page.keyboard.press('Escape');
    await run('File: Revert File');
  },
  async renamed() {
    await run('File: Focus on Files Explorer');
    const entry = (name) => page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).first();
    await entry('web').click();
    await entry('cart.ts').click();
    await page.keyboard.press('F2');
    await page.locator('.explorer-item-edited input').fill('basket.ts');
    await page.keyboard.press('Enter');
    await page.locator('.monaco-dialog-box').waitFor();
    await shot('rename', await around('.monaco-dialog-box'));
    await page.locator('.monaco-dialog-box .monaco-button', { hasText: 'OK' }).click();
    await page.locator('.tab.dirty', { hasText: 'chat.md' }).click();
    await goTo(11);
    await lens('web/basket.ts:9').waitFor();
    await shot('renamed', await around('.part.sidebar .pane-body', '.tab.active', row('log.Println')));
    await run('View: Toggle Primary Side Bar Visibility');
  },
  async applied() {
    await goTo(16);
    await (await actions('Apply edit')).click({ force: true });
    await lens('Revert').waitFor();
    await shot('applied', await lines(lens('applied'), row('»»»')));
  },
};

try {
  await workbench.open('chat.md', 16);
  await lens('web/cart.ts:9').waitFor();
  await run('View: Toggle Primary Side Bar Visibility');
  for (const name of names.length > 0 ? names : Object.keys(pictures)) {
    try {
      await pictures[name]();
      console.log(`made the picture of ${name}`);
    } catch (error) {
      console.error(`vscode-${name}: ${error}`);
      process.exitCode = 1;
      await page.screenshot({ path: join(out, `failed-${name}.png`) });
      await page.keyboard.press('Escape');
    }
  }
} finally {
  await workbench.close();
}
