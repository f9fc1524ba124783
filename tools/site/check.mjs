// Checks that every link of the site leads to one of its files, and to a place there:
//
//   node check.mjs FOLDER
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { posix } from 'node:path'

const folder = process.argv[2]
const base = process.env.SITE_BASE ?? '/'
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html') && !name.startsWith('page/'))
const texts = new Map(pages.map((name) => [name, readFileSync(posix.join(folder, name), 'utf8')]))

// fault says what is wrong with a link of a page, or returns ''.
function fault(link, page) {
  const [path, place] = link.split('#').map(decodeURIComponent)
  let file = path === '' ? page : path.startsWith('/') ? path.slice(base.length) : posix.join(posix.dirname(page), path)
  if (file === '' || file.endsWith('/')) file += 'index.html'
  if (path.startsWith('/') && !path.startsWith(base) || !existsSync(posix.join(folder, file)) || statSync(posix.join(folder, file)).isDirectory()) {
    return 'no such file'
  }
  return place && texts.has(file) && !texts.get(file).includes(`id="${place}"`) ? 'no such place' : ''
}

let links = 0, faults = 0
for (const [page, text] of texts) {
  for (const [, link] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
    if (/^([a-z]+:|\/\/)/.test(link)) continue
    links++
    const why = fault(link.replaceAll('&amp;', '&'), page)
    if (why !== '' && ++faults) console.error(`${page}: ${link}: ${why}`)
  }
}
console.log(`${texts.size} pages, ${links} links, ${faults} broken`)
process.exit(faults > 0 || links === 0 ? 1 : 0)
