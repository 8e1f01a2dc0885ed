import { agreement, type Facts } from './facts.ts'
import { likenessOf } from './likeness.ts'
import type { ListIndex } from './list-index.ts'
import { WEAK_NAME } from './name-score.ts'
import { nameSearchIn } from './name-search.ts'
import { nameTokens } from './name-tokens.ts'
import { isNameKey, type Token, tokenOf } from './token.ts'

export interface Sought {
  readonly idNo: string | null
  readonly name: string | null
  /** Only entries with this surname count. */
  readonly surname: string | null
  readonly facts: Facts
  /** At this score a name counts as a match. */
  readonly threshold: number
  /** Only this entry is looked for, and no other is compared. */
  readonly within?: number
}

export interface Hit {
  readonly entry: number
  readonly score: number
  readonly matchedOn: 'idNo' | 'name' | 'alias'
  /** Which of the entry's names: 0 is its own, the others are aliases. */
  readonly nameAt: number
}

type Named = Pick<Sought, 'threshold' | 'facts' | 'within'>

const SAME_SURNAME = 0.88
export type NameSearch = (sought: Sought) => readonly Hit[]

/** Searches one list: every matching entry, best first. */
export function searchIn(index: ListIndex): NameSearch {
  const namesLike = nameSearchIn(index)

  function byName(tokens: readonly Token[], { threshold: atLeast, facts, within }: Named): Hit[] {
    const isLookedFor =
      within === undefined ? undefined : (name: number) => index.entryOfName(name) === within
    return namesLike(tokens, atLeast, isLookedFor).flatMap(({ name, score: likeness }) => {
      const entry = index.entryOfName(name)
      const weak = index.isWeakName(name) ? WEAK_NAME : 1
      const score = likeness * weak * agreement(facts, index.factsOfEntry(entry))
      const nameAt = index.placeOfName(name)
      const matchedOn = nameAt === 0 ? 'name' : 'alias'
      return score < atLeast ? [] : [{ entry, score, matchedOn, nameAt }]
    })
  }

  return ({ idNo, name, surname, ...sought }) => {
    const { within } = sought
    const family = tokensOf(surname)
    const byNumber = (idNo === null ? [] : index.entriesByIdNo(idNo))
      .filter((entry) => within === undefined || entry === within)
      .map((entry): Hit => ({ entry, score: 1, matchedOn: 'idNo', nameAt: 0 }))
    const isSurnameAlone = idNo === null && name === null
    const named = isSurnameAlone
      ? byName(family, { ...sought, threshold: 0 })
      : byName(tokensOf(name), sought)
    return bestOfEntries([...byNumber, ...named])
      .filter(({ entry }) => family.length === 0 || hasSurname(index, entry, family))
      .toSorted((one, other) => other.score - one.score || one.entry - other.entry)
  }
}

const tokensOf = (name: string | null): readonly Token[] =>
  name === null ? [] : nameTokens(name).map(tokenOf)

/** A match by number beats every other match of an entry. */
function bestOfEntries(hits: readonly Hit[]): readonly Hit[] {
  const best = new Map<number, Hit>()
  for (const hit of hits) {
    const known = best.get(hit.entry)
    if (known === undefined || hit.score > known.score) best.set(hit.entry, hit)
  }
  return [...best.values()]
}

/** The last part of one of the entry's names. */
const hasSurname = (index: ListIndex, entry: number, surname: readonly Token[]): boolean =>
  index.namesOfEntry(entry).some((name) => {
    const names = index.tokensOfName(name).filter(({ key }) => isNameKey(key))
    const last = names.slice(-surname.length)
    return (
      last.length === surname.length &&
      last.every((token, at) => {
        const likeness = likenessOf(token, surname[at] ?? token)
        return likeness !== undefined && likeness.similarity >= SAME_SURNAME
      })
    )
  })
