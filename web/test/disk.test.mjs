// Drives what the page reads of a folder, and what it saves there.
import assert from 'node:assert/strict';
import { applyAll, changed, disk, edit, inPage, inTrust, marks, onDisk, openDisk, paste, row, status, texts } from './driver.mjs';

inPage('a folder that is picked is written in place', async (page) => {
  await openDisk(page, { 'a.py': 'one\ntwo\n' }, '1 file');
  await paste(page, edit('a.py', 'two\n', 'three\n') + edit('src/new.py', '', 'made\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 2);
  // Saving at once, while the answer to Apply is on its way. The last thing done stays in sight.
  await page.evaluate(() => {
    const save = document.getElementById('save');
    new MutationObserver((_, observer) => (observer.disconnect(), save.click())).observe(save, { attributes: true });
  });
  await page.click('#apply-all');
  await status(page, '2 files saved');
  await page.waitForTimeout(500);
  assert.equal(await page.textContent('#status'), '2 files saved');
  assert.deepEqual(await disk(page), { 'a.py': 'one\nthree\n', 'src/new.py': 'made\n' });
});

inTrust('Save shows a file that changed on disk, and overwrites it only when asked', async (page) => {
  await openDisk(page, { 'a.py': 'one\ntwo\n' }, '1 file');
  await applyAll(page, edit('a.py', 'two\n', 'three\n'));
  await onDisk(page, { 'a.py': 'mine\ntwo\n' });
  await page.click('#save');
  await status(page, 'Nothing saved: a.py is not on disk as read');
  assert.deepEqual(await disk(page), { 'a.py': 'mine\ntwo\n' });
  assert.deepEqual(await changed(page), ['changed on disk a.py']);
  assert.deepEqual(await texts(page), [['On disk', 'To save'], ['mine', 'one'], ['two', 'three']]);

  await row(page, 'a.py').getByText('Overwrite').click();
  await status(page, '1 file saved');
  assert.deepEqual(await disk(page), { 'a.py': 'one\nthree\n' });
  assert.deepEqual(await changed(page), []);
});

inTrust('Save shows a file that appeared on disk, and it can be read instead', async (page) => {
  await openDisk(page, { 'a.py': 'one\n' }, '1 file');
  await applyAll(page, edit('new.py', '', 'made\n'));
  await onDisk(page, { 'new.py': 'mine\n' });
  await page.click('#save');
  await status(page, 'Nothing saved: new.py');
  assert.deepEqual(await changed(page), ['new on disk new.py']);
  assert.deepEqual(await texts(page), [['On disk', 'To save'], ['mine', 'made']]);

  await row(page, 'new.py').getByText('Read again').click();
  await page.locator('#blocks', { hasText: 'File already exists' }).waitFor();
  assert.deepEqual(await changed(page), []);
  assert.equal(await page.isHidden('#save'), true);
  assert.deepEqual(await disk(page), { 'a.py': 'one\n', 'new.py': 'mine\n' });
});

inTrust('Save shows a file that is gone from the disk', async (page) => {
  await openDisk(page, { 'a.py': 'one\n', 'b.py': 'one\n' }, '2 files');
  await applyAll(page, edit('a.py', 'one\n', 'two\n'));
  await onDisk(page, { 'a.py': null });
  await page.click('#save');
  await status(page, 'Nothing saved: a.py');
  assert.deepEqual(await changed(page), ['not on disk a.py']);
  assert.deepEqual(await texts(page), [['On disk: no file', 'To save'], ['', 'two']]);
  assert.deepEqual(await disk(page), { 'b.py': 'one\n' });
});

inTrust('Save writes all files or none', async (page) => {
  await openDisk(page, { 'a.py': 'one\n', 'b.py': 'one\n' }, '2 files');
  await applyAll(page, edit('a.py', 'one\n', 'two\n') + edit('b.py', 'one\n', 'two\n') + edit('c.py', '', 'made\n'), 3);
  await onDisk(page, { 'b.py': 'mine\n' });
  await page.click('#save');
  await status(page, 'Nothing saved: b.py');
  assert.deepEqual(await disk(page), { 'a.py': 'one\n', 'b.py': 'mine\n' });
  assert.deepEqual(await changed(page), ['changed a.py', 'changed on disk b.py', 'created c.py']);
});

inTrust('what was shown is overwritten, not what came after', async (page) => {
  await openDisk(page, { 'a.py': 'one\n' }, '1 file');
  await applyAll(page, edit('a.py', 'one\n', 'two\n'));
  await onDisk(page, { 'a.py': 'mine\n' });
  await page.click('#save');
  await status(page, 'Nothing saved');
  await onDisk(page, { 'a.py': 'mine again\n' });
  await row(page, 'a.py').getByText('Overwrite').click();
  await page.locator('.texts td', { hasText: 'mine again' }).waitFor();
  assert.deepEqual(await disk(page), { 'a.py': 'mine again\n' });
});

inTrust('an edit is made in the text that was checked', async (page) => {
  await openDisk(page, { 'a.py': 'one\ntwo\n' }, '1 file');
  await paste(page, edit('a.py', 'two\n', 'three\n'));
  await page.waitForSelector('#blocks .ready');
  await onDisk(page, { 'a.py': 'a line more\none\ntwo\n' });
  await page.click('#apply-all');
  await status(page, 'Applied 1 edit to a.py');
  await page.click('#save');
  await status(page, 'Nothing saved: a.py');
  assert.deepEqual(await texts(page), [['On disk', 'To save'], ['a line more', ''], ['one', 'one'], ['two', 'three']]);

  await row(page, 'a.py').getByText('Read again').click();
  await page.waitForSelector('#blocks .ready');
  await page.click('#apply-all');
  await page.waitForSelector('#files li');
  await page.click('#save');
  await status(page, '1 file saved');
  assert.deepEqual(await disk(page), { 'a.py': 'a line more\none\nthree\n' });
});

inTrust('Save deletes a file that is as it was read', async (page) => {
  const move = '*** Begin Patch\n*** Delete File: old.py\n*** Update File: a.py\n*** Move to: b.py\n@@\n-one\n+two\n*** End Patch\n\n';
  await openDisk(page, { 'old.py': 'gone\n', 'a.py': 'one\n' }, '2 files');
  await paste(page, move);
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 3);
  await page.click('#apply-all');
  await page.locator('#ask[open] button[value=yes]').click();
  await page.waitForFunction(() => document.querySelectorAll('#files li').length === 3);
  await onDisk(page, { 'old.py': 'mine\n' });
  await page.click('#save');
  await status(page, 'Nothing saved: old.py');
  assert.deepEqual(await disk(page), { 'old.py': 'mine\n', 'a.py': 'one\n' });
  assert.deepEqual(await texts(page), [['On disk', 'To save: no file'], ['mine', '']]);

  await onDisk(page, { 'old.py': 'gone\n' });
  await page.click('#save');
  await status(page, '3 files saved');
  assert.deepEqual(await disk(page), { 'b.py': 'two\n' });
});

inTrust('a folder that was skipped is not read, never missing', async (page) => {
  await openDisk(page, { 'a.py': 'one\n', 'dist/app.js': 'one\n', 'dist/lib/x.js': 'one\n' }, '1 file, 1 folder not read');
  await paste(page, edit('dist/app.js', '', 'made\n') + edit('dist/lib/x.js', 'one\n', 'two\n') + edit('a.py', 'one\n', 'two\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 1);
  assert.equal(await page.locator('#blocks li', { hasText: 'dist was not read yet' }).count(), 2);
  assert.doesNotMatch(await page.textContent('#blocks'), /not found/i);
  assert.equal(await page.textContent('#apply-all'), 'Apply all 1');

  await page.getByRole('button', { name: 'Read dist' }).first().click();
  await status(page, '3 files, 3 edits');
  assert.deepEqual(await marks(page), ["doesn't apply", 'ready', 'ready']);
  assert.match(await page.textContent('#blocks'), /File already exists: dist\/app\.js/);
  await page.click('#apply-all');
  await page.waitForFunction(() => document.querySelectorAll('#files li').length === 2);
  await page.click('#save');
  await status(page, '2 files saved');
  assert.deepEqual(await disk(page), { 'a.py': 'two\n', 'dist/app.js': 'one\n', 'dist/lib/x.js': 'two\n' });
});

inTrust("git's own configuration says what is protected", async (page) => {
  await openDisk(page, { 'a.py': 'one\n', '.git/config': '[core]\n\thooksPath = tasks\n', '.git/HEAD': 'ref: refs/heads/main\n' }, '1 file, 0 edits');
  await paste(page, edit('tasks/pre-commit', '', 'made\n') + edit('a.py', 'one\n', 'two\n') + edit('.git/hooks/post-commit', '', 'made\n'));
  await page.locator('#blocks .mark', { hasText: 'skipped' }).waitFor(); // the last one, unfinished for a moment
  assert.deepEqual(await marks(page), ['asks first', 'ready', 'skipped']);
  assert.equal(await page.getByRole('button', { name: 'Read .git' }).count(), 0);
});

inTrust('files past the limit are not read, never missing', async (page) => {
  await page.evaluate(() => {
    const input = document.getElementById('folder-input');
    const make = (path) => Object.defineProperty(new File(['one\n'], path), 'webkitRelativePath', { value: `big/${path}` });
    Object.defineProperty(input, 'files', { value: [...Array.from({ length: 20_000 }, (_, i) => make(`d${i % 50}/f${i}.txt`)), make('last.txt'), make('more/last.txt')] });
    input.dispatchEvent(new Event('change'));
  });
  await status(page, '20000 files, the rest not read');
  await paste(page, edit('last.txt', 'one\n', 'two\n') + edit('more/last.txt', '', 'made\n') + edit('d7/f7.txt', 'one\n', 'two\n'));
  await page.waitForFunction(() => document.querySelectorAll('#blocks .ready').length === 1);
  assert.equal(await page.locator('#blocks li', { hasText: 'only the first 20000 files were read' }).count(), 2);
  await page.getByRole('button', { name: 'Read more files' }).first().click();
  await status(page, '20002 files, 3 edits');
  assert.deepEqual(await marks(page), ['ready', "doesn't apply", 'ready']);
});
