import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { guideIn } from '../query-service/guides/guide.ts'
import { brokenLinks } from './broken-links.ts'
import { targetOf } from './links.ts'
import { groups, pages } from './pages.ts'

const site = import.meta.dirname
const staged = join(site, 'staged')
const LINK = /\]\(([^)\s]+)\)/g
/** How a link names a heading of the guide at /docs. */
const AT_DOCS = '](#description/'
/** A file of the code that is larger is looked at where the code is. */
const LARGEST_FILE = 1_000_000

const guides: Readonly<
  Record<string, { readonly title: string; readonly language: Parameters<typeof guideIn>[0] }>
> = {
  'guides/en.md': { title: 'Guide to the API', language: 'en' },
  'guides/tr.md': { title: 'API kılavuzu (Türkçe)', language: 'tr' },
}

function textOf(source: string): string {
  const guide = guides[source]
  return guide === undefined
    ? readFileSync(source, 'utf8').replaceAll(/^<!--.*-->\n/gm, '')
    : `# ${guide.title}\n\n${guideIn(guide.language).replaceAll(AT_DOCS, '](#')}\n`
}

/** Without them VitePress takes a link to such a file for one to a page. */
const asFiles = { VITE_EXTRA_EXTENSIONS: 'py,sql,ts,yml' }

const titleOf = (text: string) => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? ''

/** The pages as VitePress wants them: each at its place, with the files beside them that they link to. */
function stage() {
  rmSync(staged, { recursive: true, force: true })
  const texts = new Map([...pages.keys()].map((source) => [source, textOf(source)]))
  const files = new Set<string>()
  for (const [source, text] of texts) {
    const path = join(staged, `${pages.get(source)}.md`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    for (const [, link = ''] of text.matchAll(LINK)) {
      const target = targetOf(source, link)
      if (target !== undefined && isToCopy(target)) files.add(target)
    }
  }
  for (const file of files) cpSync(file, join(staged, 'public/files', file))
  const menus = groups.map(({ title, sources }) => ({
    text: title,
    items: sources.map((source) => ({
      text: titleOf(texts.get(source) ?? ''),
      link: `/${pages.get(source)?.replace(/(^|\/)index$/, '$1')}`,
    })),
  }))
  // The decisions are a menu of their own; the menu of the others leads to their list.
  const decisions = menus.pop()
  const sidebar = {
    '/adr/': [{ text: 'All documents', link: '/' }, decisions],
    '/': [...menus, { text: decisions?.text, items: decisions?.items.slice(0, 1) }],
  }
  writeFileSync(
    join(staged, 'site.json'),
    JSON.stringify({ pages: [...pages], files: [...files], sidebar }),
  )
}

const isToCopy = (path: string) =>
  !pages.has(path) &&
  existsSync(path) &&
  statSync(path).isFile() &&
  statSync(path).size <= LARGEST_FILE

function run(command: string, ...parameters: readonly string[]) {
  execFileSync(command, parameters, {
    cwd: site,
    stdio: 'inherit',
    env: { ...process.env, ...asFiles },
  })
}

run(process.execPath, 'write-pages.ts')
stage()
if (!existsSync(join(site, 'node_modules/vitepress'))) run('npm', 'ci', '--ignore-scripts')
// Beside the site, which is served meanwhile: it changes at once, and only for one whose links are right.
const built = join(site, 'staged/dist')
run(process.execPath, 'node_modules/vitepress/bin/vitepress.js', 'build', '.', '--outDir', built)
const broken = brokenLinks(built)
for (const link of broken) process.stderr.write(`${link}\n`)
process.exitCode = broken.length === 0 ? 0 : 1
if (broken.length === 0) {
  rmSync(join(site, 'dist'), { recursive: true, force: true })
  renameSync(built, join(site, 'dist'))
}
