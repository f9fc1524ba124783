// The session in VS Code: looks at the demo chat, applies one block by the list of code
// actions and the others by a lens, saves, and closes.
//
//   node vscode.mjs INSTALLATION VSIX FOLDER SERVER
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench } from '../../../editors/vscode/test/workbench.mjs';

const [installation, vsix, folder, server] = process.argv.slice(2);
const workbench = await openWorkbench({ installation, vsix, folder, settings: { 'editLsp.server.path': server } });
const { page } = workbench;
const lens = (text) => page.locator('.codelens-decoration a', { hasText: text }).first();
try {
  await workbench.open('chat.md', 16);
  await lens('web/cart.ts:9').waitFor();
  await workbench.run('Show or Focus Hover');
  await page.locator('.monaco-hover .hover-contents', { hasText: 'line.count' }).first().waitFor();
  await page.keyboard.press('Escape');

  const apply = await workbench.actions('Apply edit');
  await apply.click({ force: true });
  await page.locator('.tab.dirty', { hasText: 'cart.ts' }).waitFor();
  await lens('Revert').waitFor();

  await lens('Apply all').click();
  await page.locator('.tab.dirty', { hasText: 'totals.py' }).waitFor();
  await workbench.run('File: Save All Files');
  await page.locator('.tab.dirty').first().waitFor({ state: 'detached' });

  await workbench.run('View: Close All Editors');
  await page.locator('.tab').first().waitFor({ state: 'detached' });
  // Which ends one server, in order, and starts another, to whom nobody listens.
  await workbench.run('Edit Blocks: Restart the Server');
  await workbench.open('chat.md');
  await lens('Revert').waitFor();
} catch (error) {
  await page.screenshot({ path: join(tmpdir(), 'session-failed.png') });
  throw error;
} finally {
  await workbench.close();
}
