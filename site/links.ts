import { posix } from 'node:path'

/** What links of the documents lead to, by the paths in the project. */
export interface Targets {
  /** Pages, with their places on the site. */
  readonly pages: ReadonlyMap<string, string>
  /** Other files that are copied beside the pages. */
  readonly files: ReadonlySet<string>
}

const WITH_SCHEME = /^[a-z][a-z+.-]*:/i

/** The file that a link of a document names; undefined where it leads elsewhere. */
export function targetOf(source: string, link: string): string | undefined {
  if (WITH_SCHEME.test(link) || link.startsWith('#')) return undefined
  const [path = ''] = link.split('#')
  if (path === '/docs/states.svg') return 'query-service/guides/states.svg'
  return posix.normalize(posix.join(posix.dirname(source), decodeURI(path)))
}

/** The same link on the site; null where the site has nothing to lead to, such as a folder of the code. */
export function linkOnSite(source: string, link: string, { pages, files }: Targets): string | null {
  const target = targetOf(source, link)
  if (target === undefined) return link
  const page = pages.get(target)
  const [, anchor] = link.split('#')
  if (page !== undefined) {
    const place = page.replace(/(^|\/)index$/, '$1')
    return `/${place}${anchor === undefined ? '' : `#${anchor}`}`
  }
  return files.has(target) ? `/files/${target}` : null
}
