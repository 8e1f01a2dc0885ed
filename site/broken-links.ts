import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const BASE = '/docs/guide/'
const LINK = / (?:href|src)="([^"]*)"/g
const ANCHOR = / id="([^"]*)"/g
const WITH_SCHEME = /^(?:[a-z][a-z+.-]*:|\/\/)/i

/** Links of the built pages to pages, files and anchors that are not there: VitePress looks at no anchors. */
export function brokenLinks(folder: string): readonly string[] {
  const files: ReadonlySet<string> = new Set(globSync('**/*', { cwd: folder }))
  const htmlOf = new Map(
    [...files]
      .filter((file) => file.endsWith('.html') && file !== '404.html')
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
  const anchors = new Map([...htmlOf].map(([file, html]) => [file, foundBy(ANCHOR, html)]))
  return [...htmlOf].flatMap(([file, html]) =>
    [...foundBy(LINK, html)]
      .filter((link) => !leadsSomewhere(file, link))
      .map((link) => `${file}: ${link} leads nowhere`),
  )

  function leadsSomewhere(file: string, link: string): boolean {
    if (WITH_SCHEME.test(link)) return true
    const [path = '', anchor] = decodeURI(link).split('#')
    if (path.startsWith('/') && !path.startsWith(BASE)) return false
    const relative = path.startsWith(BASE)
      ? path.slice(BASE.length)
      : posix.join(posix.dirname(file), path)
    const target = path === '' ? file : relative.replace(/(^|\/)$/, '$1index.html')
    if (!files.has(target)) return false
    return anchor === undefined || anchor === '' || anchors.get(target)?.has(anchor) === true
  }
}

const foundBy = (pattern: RegExp, html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&')))
