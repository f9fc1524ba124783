// Arguments and editor settings of the VS Code pictures.
import { openWorkbench } from '../../editors/vscode/test/workbench.mjs';

/** Opens FOLDER in the editor. The arguments are INSTALLATION VSIX FOLDER SERVER OUT [NAME…]. */
export async function openForPictures(viewport, settings) {
  const [installation, vsix, folder, server, out, ...names] = process.argv.slice(2);
  const workbench = await openWorkbench({
    installation,
    vsix,
    folder,
    viewport,
    settings: {
      'editLsp.server.path': server,
      'editor.minimap.enabled': false,
      'editor.stickyScroll.enabled': false,
      'editor.renderLineHighlight': 'none',
      'editor.cursorBlinking': 'solid',
      'workbench.activityBar.location': 'hidden',
      'workbench.layoutControl.enabled': false,
      'window.commandCenter': false,
      'merge-conflict.codeLens.enabled': false,
      'merge-conflict.decorators.enabled': false,
      ...settings,
    },
  });
  const lens = (text) => workbench.page.locator('.codelens-decoration', { hasText: text }).first();
  return { ...workbench, lens, out, names };
}
