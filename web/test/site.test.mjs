// Reads the documentation as a site, which `make site` builds with the page in it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, open, serve } from './browser.mjs';

const pictures = process.env.PICTURES;
let browser, site;

before(async () => {
  site = await serve(fileURLToPath(new URL('../../dist/site', import.meta.url)));
  browser = await launch(process.env.BROWSER);
});
after(async () => {
  await browser.close();
  await site.close();
});

test('a message is found by searching for it', async () => {
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('Edit location is ambiguous');
  await page.getByRole('option').filter({ hasText: 'ambiguous-match' }).first().click();
  await page.waitForURL('**/codes/ambiguous-match.html*');
  await page.locator('h1', { hasText: 'ambiguous-match' }).waitFor();
  if (pictures) await page.screenshot({ path: join(pictures, 'site.png') });
  await page.close();
});

test('the page is a part of it', async () => {
  const { context, page, errors } = await open(browser, `${site.url}page/index.html#demo`);
  await page.locator('#blocks .failed').first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
