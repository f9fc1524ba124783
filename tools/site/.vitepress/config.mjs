// The site is docs/ as it is: docs/README.md is its first page, and the table there its menu.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const top = fileURLToPath(new URL('../../../', import.meta.url))
const repository = 'https://github.com/edit-lsp/edit-lsp'

// resolved returns where a link of a page leads: what is no page of docs/ is in the repository.
function resolved(href, page) {
  if (/^([a-z]+:|#)/.test(href)) return href
  const target = posix.join('docs', posix.dirname(page), href)
  return /^docs\/.*\.md(#|$)/.test(target) ? href.replace(/README\.md/, 'index.md') : `${repository}/blob/main/${target}`
}

// menu returns the links of the first table of docs/README.md.
function menu() {
  const [, table] = readFileSync(top + 'docs/README.md', 'utf8').split('| page |')
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n')
  return rows.flatMap((row) => [...row.split('|', 2).join('').matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)])
    .map(([, text, link]) => ({ text: text[0].toUpperCase() + text.slice(1), link: '/' + link.replace(/README\.md|\.md/, '') }))
}

export default {
  title: 'edit-lsp',
  description: 'A language server for the code edits that AI models write in chat',
  srcDir: top + 'docs',
  outDir: top + 'dist/site',
  cacheDir: 'node_modules/.cache',
  base: process.env.SITE_BASE ?? '/',
  ignoreDeadLinks: 'localhostLinks',
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  markdown: {
    config(md) {
      md.core.ruler.push('links and code', ({ tokens, env }) => {
        for (const token of tokens.flatMap((t) => t.children ?? [])) {
          if (token.type === 'link_open') token.attrSet('href', resolved(token.attrGet('href'), env.relativePath))
          if (token.type === 'code_inline') token.attrSet('v-pre', '') // or Vue evaluates what is between `{{` and `}}`
        }
      })
    },
  },
  themeConfig: {
    sidebar: menu(),
    nav: [{ text: 'Check a chat', link: '/page/index.html', target: '_self' }],
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
  },
  // The pages are outside of this folder, where vue can't be found.
  vite: { resolve: { alias: { vue: fileURLToPath(new URL('../node_modules/vue', import.meta.url)) } } },
}
