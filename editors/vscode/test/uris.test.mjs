// Tests the URIs for the server without a disk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';

const { outputFiles } = await build({ entryPoints: ['src/wasm/uris.ts'], bundle: true, format: 'esm', write: false });
const { toServer, toEditor, withUris } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const schemes = new Set(['file', 'vscode-vfs', 'memory', 'vscode-remote']);

for (const [uri, name] of [
  ['file:///home/me/a%20b.py', 'file:///home/me/a%20b.py'],
  ['file:///c%3A/work/a.py', 'file:///file/@/c%3A/work/a.py'],
  ['file:///C:/work/a.py', 'file:///file/@/C:/work/a.py'],
  ['file://server/share/a.py', 'file:///file/@server/share/a.py'],
  ['vscode-vfs://github/owner/name/a.py', 'file:///vscode-vfs/@github/owner/name/a.py'],
  ['vscode-remote://127.0.0.1%3A8080/home/me', 'file:///vscode-remote/@127.0.0.1%3A8080/home/me'],
  ['memory:/shop/chat.md', 'file:///memory/@/shop/chat.md'],
  ['untitled:Untitled-1', 'untitled:Untitled-1'],
  ['edit-lsp-clipboard:/clipboard-1.md', 'edit-lsp-clipboard:/clipboard-1.md'],
]) {
  test(uri, () => {
    assert.equal(toServer(uri, schemes), name);
    assert.equal(toEditor(name, schemes), uri);
    assert.equal(toEditor(name.replace('@', '%40'), schemes), toEditor(name, schemes));
  });
}

test('other schemes than those of the workspace stay', () => {
  assert.equal(toServer('http://example.com/a', schemes), 'http://example.com/a');
  assert.equal(toEditor('file:///http/@example.com/a', schemes), 'file:///http/@example.com/a');
});

test('URIs are changed wherever a message has one, and texts are not', () => {
  const message = { params: { textDocument: { uri: 'memory:/a', text: 'memory:/a' }, list: [{ uri: 'memory:/b' }, 1, null], uri: undefined } };
  assert.deepEqual(
    withUris(message, (uri) => toServer(uri, schemes)),
    { params: { textDocument: { uri: 'file:///memory/@/a', text: 'memory:/a' }, list: [{ uri: 'file:///memory/@/b' }, 1, null], uri: undefined } },
  );
});
