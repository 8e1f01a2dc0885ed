import { globSync } from 'node:fs'
import { basename } from 'node:path'

/** Pages for one kind of reader, by their files, in the order in which to read them. */
interface Readers {
  readonly title: string
  readonly sources: readonly string[]
}

const inDocs = (...names: readonly string[]) => names.map((name) => `docs/${name}.md`)

/** In the order of readers: who is new, integrates, operates, audits, analyses, and changes Sarraf. */
export const readers: readonly Readers[] = [
  { title: 'Start', sources: ['README.md', ...inDocs('glossary'), 'CHANGELOG.md'] },
  {
    title: 'Integrators',
    sources: [
      'guides/en.md',
      'guides/tr.md',
      'client/README.md',
      'client/python/README.md',
      ...inDocs('clients', 'webhooks', 'export', 'errors', 'contract-decisions', 'facts'),
    ],
  },
  {
    title: 'Operators',
    sources: inDocs(
      'running',
      'operations',
      'settings',
      'import',
      'sanction-lists',
      'containers',
      'postgresql',
      'eventstoredb',
      'performance',
      'upgrading',
      'security',
      'personal-data',
      'provider-protocol',
    ),
  },
  { title: 'Auditors', sources: inDocs('auditing') },
  { title: 'Analysts', sources: inDocs('events', 'analytics', 'feed-consumer/README') },
  {
    title: 'Contributors',
    sources: [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      ...inDocs('extending', 'testing', 'turkish'),
      'test/system/bench/results/README.md',
      'local-stack/event-store/README.md',
    ],
  },
]

const decisions: Readers = {
  title: 'Decisions',
  sources: ['docs/adr/README.md', ...globSync('docs/adr/[a-z]*.md').toSorted()],
}

const HOME = 'docs/README.md'
const named = new Set([HOME, ...[...readers, decisions].flatMap(({ sources }) => sources)])

/** What nobody has put among the readers: nothing is left out. */
const further = globSync('docs/**/*.md')
  .filter((path) => !named.has(path))
  .toSorted()

export const groups: readonly Readers[] = [
  ...readers,
  ...(further.length === 0 ? [] : [{ title: 'Further', sources: further }]),
  decisions,
]

/** Every page by its file, with its place on the site. */
export const pages: ReadonlyMap<string, string> = new Map(
  [HOME, ...groups.flatMap(({ sources }) => sources)].map((source) => [source, placeOf(source)]),
)

/** `docs/running.md` at `running`, `docs/adr/README.md` at `adr/`. */
function placeOf(source: string): string {
  if (source === 'README.md') return 'start'
  if (source === 'SECURITY.md') return 'reporting-a-fault'
  const place = source.replace(/^docs\//, '').replace(/\.md$/, '')
  if (basename(place) !== 'README') return place.toLowerCase()
  return place.replace(/README$/, 'index').toLowerCase()
}
