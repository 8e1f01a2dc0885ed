import { Type } from 'typebox'
import type { SanctionListEvent } from '#kernel/events/sanction-list.ts'

type ListName = SanctionListEvent['data']['list']

const lists = ['masak', 'wanted', 'pep'] as const satisfies readonly ListName[]

/** As `npm start` hands them on. */
export const SanctionSources = Type.Array(
  Type.Object({ list: Type.Enum([...lists]), url: Type.String() }),
)

/** Where a sanction list is published. */
export interface SanctionSource {
  readonly list: ListName
  /** It may contain a user, a password or a token: it is never printed as it is. */
  readonly url: string
}

export const sanctionSettings = {
  SANCTION_SOURCES: {
    name: 'SANCTION_SOURCES',
    meaning:
      'The addresses at which the sanction lists are published; each is fetched every 6 hours, and by `operator -- sanctions update`. Plain HTTP is for addresses of your own network.',
    // An address may contain a password or a token.
    secret: true,
    allowed:
      'sources with blanks between them: `masak=URL wanted=URL pep=URL`, each list at most once',
    schema: Type.Decode(
      Type.Refine(Type.String(), (text) => sourcesFault(text) === undefined),
      (text): readonly SanctionSource[] => sourcesIn(text),
    ),
    fault: sourcesFault,
  },
} as const

function sourcesFault(text: string): string | undefined {
  const seen = new Set<string>()
  for (const [at, item] of itemsIn(text).entries()) {
    const [list, url] = partsOf(item)
    const known = lists.find((name) => name === list)
    if (known === undefined)
      return `must name masak, wanted or pep in its source ${at + 1}, as in masak=URL`
    if (seen.has(known)) return `must not name ${known} twice`
    seen.add(known)
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
      return `must give ${known} a URL that starts with https:// or http://`
    }
  }
  return undefined
}

const sourcesIn = (text: string): readonly SanctionSource[] =>
  itemsIn(text).flatMap((item) => {
    const [name, url] = partsOf(item)
    const list = lists.find((each) => each === name)
    return list === undefined ? [] : [{ list, url }]
  })

const itemsIn = (text: string) => text.split(/\s+/).filter((item) => item !== '')

/** A URL may contain equals signs. */
function partsOf(item: string): readonly [string, string] {
  const at = item.indexOf('=')
  return at < 0 ? [item, ''] : [item.slice(0, at), item.slice(at + 1)]
}
