// Drives archives that are opened, also hostile ones.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloaded, dropZip, edit, inPage, inTrust, marks, paste, status } from './driver.mjs';
import { makeZip } from './zip.mjs';

inPage('an archive is opened like a folder', async (page) => {
  const archive = makeZip([
    { name: 'shop-main/' },
    { name: 'shop-main/a.py', data: 'one\ntwo\n' },
    { name: 'shop-main/src/b.py', data: 'one\n'.repeat(30), deflate: true },
    { name: 'shop-main/dist/app.js', data: 'one\n' },
  ]);
  await dropZip(page, 'shop.zip', archive);
  await status(page, '2 files, 1 folder not read');
  await paste(page, edit('a.py', 'two\n', 'three\n') + edit('src/b.py', 'one\n'.repeat(30), 'two\n') + edit('dist/app.js', 'one\n', 'two\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 2);
  await page.getByRole('button', { name: 'Read dist' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 3);
  await page.click('#apply-all');
  await page.waitForFunction(() => document.querySelectorAll('#files li').length === 3);
  assert.equal(await page.isHidden('#save'), true);
  const dir = mkdtempSync(join(tmpdir(), 'edit-lsp-'));
  writeFileSync(join(dir, 'edits.zip'), await downloaded(page, '#download-files'));
  execFileSync('python3', ['-m', 'zipfile', '-e', 'edits.zip', '.'], { cwd: dir });
  assert.equal(readFileSync(join(dir, 'a.py'), 'utf8'), 'one\nthree\n');
  assert.equal(readFileSync(join(dir, 'src/b.py'), 'utf8'), 'two\n');
});

inTrust('names in an archive pass the path policy', async (page) => {
  const data = 'one\n';
  const hostile = ['../out.py', 'src/../../out.py', '/etc/out.py', 'C:/out.py', '..\\out.py', '\\\\host\\out.py', 'NUL.txt', 'src/aux.py', 'a.py:hidden', 'a\u202Epy.txt', 'dot./a.py', '~/a.py'];
  await dropZip(page, 'evil.zip', makeZip([...hostile, 'ok.py', '.git/hooks/pre-commit', 'src/.git/config'].map((name) => ({ name, data })).concat([{ name: 'link.py', data: '/etc/passwd', mode: 0o120777 }])));
  await status(page, `1 file. ${hostile.length} names in evil.zip refused`);
  await paste(page, edit('ok.py', 'one\n', 'two\n') + edit('out.py', 'one\n', 'two\n') + edit('link.py', '/etc/passwd\n', 'two\n') + edit('etc/out.py', 'one\n', 'two\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .failed').length === 3);
  assert.deepEqual(await marks(page), ['ready', "doesn't apply", "doesn't apply", "doesn't apply"]);
  assert.equal(await page.locator('#blocks li', { hasText: 'File not found' }).count(), 3);
});

const big = Buffer.alloc(40 << 20);
for (const [name, entries, says] of [
  ['is a bomb', [{ name: 'a.txt', data: big, deflate: true }], 'its files are more than 100 times larger than the archive'],
  ['says that its files are huge', [{ name: 'a.txt', data: 'one\n', size: 0xfffffff0 }], 'its files are larger than 1024 MiB'],
  ['has too many files', Array.from({ length: 50_001 }, (_, i) => ({ name: `${i}` })), 'it has more than 50000 files'],
  ['has one name twice', [{ name: 'a.py', data: 'one\n' }, { name: './a.py', data: 'two\n' }], 'has two files named a.py'],
  ['has a file that is a folder', [{ name: 'a', data: 'one\n' }, { name: 'a/b', data: 'two\n' }], 'has a file and a folder named a'],
]) {
  inTrust(`an archive that ${name} is refused`, async (page) => {
    await dropZip(page, 'evil.zip', makeZip(entries));
    await status(page, says);
    assert.match(await page.textContent('#status'), /evil\.zip/);
    await paste(page, edit('a.txt', 'one\n', 'two\n'));
    await page.locator('#blocks', { hasText: 'File not found: a.txt' }).waitFor();
  });
}

inTrust('an archive that says less than it holds is not read', async (page) => {
  await dropZip(page, 'evil.zip', makeZip([{ name: 'a.py', data: big.subarray(0, 1 << 20), deflate: true, size: 4 }, { name: 'b.py', data: 'one\n', crc: 1 }, { name: 'c.py', data: 'one\n' }]));
  await status(page, '3 files');
  await paste(page, edit('a.py', 'one\n', 'two\n') + edit('b.py', 'one\n', 'two\n') + edit('c.py', 'one\n', 'two\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 1);
  assert.deepEqual(await marks(page), ['skipped', 'skipped', 'ready']);
  assert.equal(await page.locator('#blocks li', { hasText: "it can't be read" }).count(), 2);
});
