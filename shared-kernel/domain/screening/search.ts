import { agreement, type Facts } from './facts.ts'
import { membersOf } from './growing-numbers.ts'
import type { ListIndex } from './list-index.ts'
import { gainOf, nameScore, THRESHOLD, weightOf } from './name-score.ts'
import { nameTokens } from './name-tokens.ts'
import { type Token, tokenOf, tokenSimilarity } from './token-similarity.ts'

export interface Sought {
  readonly idNo: string | null
  readonly name: string | null
  /** Only entries with this surname count. */
  readonly surname: string | null
  readonly facts: Facts
}

export interface Hit {
  readonly entry: number
  readonly score: number
  readonly matchedOn: 'idNo' | 'name' | 'alias'
  /** Which of the entry's names: 0 is its own, the others are aliases. */
  readonly nameAt: number
}

const SAME_SURNAME = 0.88
const WEAK_NAME = 0.9

export type Search = (sought: Sought) => readonly Hit[]

/** Searches one list: every entry that answers to what is sought, the best first. */
export function searchIn(index: ListIndex): Search {
  const gained = new Float32Array(index.nameCount)

  return ({ idNo, name, surname, facts }) => {
    const surnameTokens = surname === null ? [] : nameTokens(surname).map(tokenOf)
    const best = new Map<number, Hit>()
    const keep = (hit: Hit) => {
      const known = best.get(hit.entry)
      if (known === undefined || hit.score > known.score) best.set(hit.entry, hit)
    }
    if (idNo !== null) {
      for (const entry of index.entriesByIdNo(idNo)) {
        keep({ entry, score: 1, matchedOn: 'idNo', nameAt: 0 })
      }
    }
    const isSurnameAlone = idNo === null && name === null
    const tokens = name === null ? [] : nameTokens(name).map(tokenOf)
    for (const hit of byName(
      isSurnameAlone ? surnameTokens : tokens,
      isSurnameAlone ? 0 : THRESHOLD,
    )) {
      const entry = index.entryOfName(hit.name)
      const weak = index.isWeakName(hit.name) ? WEAK_NAME : 1
      const score = hit.score * weak * agreement(facts, index.factsOfEntry(entry))
      if (!isSurnameAlone && score < THRESHOLD) continue
      const nameAt = index.placeOfName(hit.name)
      const matchedOn = nameAt === 0 ? 'name' : 'alias'
      if (best.get(entry)?.matchedOn !== 'idNo') keep({ entry, score, matchedOn, nameAt })
    }
    return [...best.values()]
      .filter(({ entry }) => surnameTokens.length === 0 || hasSurname(index, entry, surnameTokens))
      .toSorted((one, other) => other.score - one.score || one.entry - other.entry)
  }

  function byName(tokens: readonly Token[], atLeast: number) {
    const weighed = tokens.map((token, at) => weightOf(token, at, tokens.length))
    const needed = atLeast * weighed.reduce((sum, weight) => sum + weight, 0)
    const touched = gather(tokens, weighed)
    const within = initialsGain(tokens, weighed)
    const found = touched.flatMap((name) => {
      if ((gained[name] ?? 0) + within < needed - ROUNDING) return []
      const score = nameScore(tokens, index.tokensOfName(name))
      return score >= atLeast ? [{ name, score }] : []
    })
    for (const name of touched) gained[name] = 0
    return found
  }

  /** Adds up, for every name, the most that it could gain; gives the names that gain anything. */
  function gather(tokens: readonly Token[], weighed: readonly number[]): readonly number[] {
    const touched: number[] = []
    for (const { token, weight } of lookUps(tokens, weighed)) {
      for (const { id, similarity } of index.tokens.similarTo(token)) {
        const gain = gainOf(weight, similarity)
        for (const name of membersOf(index.namesByToken, id)) {
          const before = gained[name] ?? 0
          if (before === 0) touched.push(name)
          gained[name] = before + gain
        }
      }
    }
    return touched
  }
}

const ROUNDING = 1e-3

/** Each token, and each two neighbours as one. */
const lookUps = (tokens: readonly Token[], weighed: readonly number[]) => [
  ...tokens
    .map((token, at) => ({ token, weight: weighed[at] ?? 0 }))
    .filter(({ token }) => token.text.length > 1),
  ...tokens.slice(1).map((token, at) => ({
    token: tokenOf((tokens[at]?.text ?? '') + token.text),
    weight: (weighed[at] ?? 0) + (weighed[at + 1] ?? 0),
  })),
]

/** What initials may add; they are like too many names to be looked up. */
const initialsGain = (tokens: readonly Token[], weighed: readonly number[]) =>
  tokens.reduce(
    (sum, { text }, at) => (text.length > 1 ? sum : sum + gainOf(weighed[at] ?? 0, 1)),
    0,
  )

/** The last part of one of the entry's names. */
const hasSurname = (index: ListIndex, entry: number, surname: readonly Token[]): boolean =>
  index.namesOfEntry(entry).some((name) => {
    const last = index.tokensOfName(name).slice(-surname.length)
    return (
      last.length === surname.length &&
      last.every((token, at) => tokenSimilarity(token, surname[at] ?? token) >= SAME_SURNAME)
    )
  })
