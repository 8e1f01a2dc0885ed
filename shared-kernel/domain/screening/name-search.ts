import { membersOf } from './growing-numbers.ts'
import type { ListIndex } from './list-index.ts'
import { gainOf, nameScore, weightOf } from './name-score.ts'
import { rememberedSimilarity, type Token, tokenOf } from './token-similarity.ts'

interface Wanted {
  /** The share of the possible gain that a name must reach before it is compared in full. */
  readonly gain: number
  readonly likeness: number
}

interface NameHit {
  readonly name: number
  readonly likeness: number
}

/** Tolerance for rounding: sums here and scores there differ in their last digits. */
const ROUNDING = 1e-3
const SHORTEST_HALF = 3

/**
 * Finds the sufficiently similar names of a list. Token by token, every name collects the most that it
 * could gain; only names for which that is enough are compared in full.
 */
export function nameSearchIn(index: ListIndex) {
  const gained = new Float32Array(index.nameCount)

  return (tokens: readonly Token[], atLeast: Wanted): readonly NameHit[] => {
    const similarityOf = rememberedSimilarity()
    const weighed = tokens.map((token, at) => weightOf(token, at, tokens.length))
    const needed = atLeast.gain * weighed.reduce((sum, weight) => sum + weight, 0) - ROUNDING
    const initials = initialsGain(tokens, weighed)
    const touched = gather(tokens, weighed)
    const found = touched.flatMap((name) => {
      if ((gained[name] ?? 0) + initials < needed) return []
      const likeness = nameScore(tokens, index.tokensOfName(name), similarityOf)
      return likeness >= atLeast.likeness ? [{ name, likeness }] : []
    })
    for (const name of touched) gained[name] = 0
    return found
  }

  /** Returns the names with any gain. */
  function gather(tokens: readonly Token[], weighed: readonly number[]): readonly number[] {
    const touched: number[] = []
    const add = (id: number, gain: number) => {
      for (const name of membersOf(index.namesByToken, id)) {
        const before = gained[name] ?? 0
        if (before === 0) touched.push(name)
        gained[name] = before + gain
      }
    }
    for (const { token, weight } of lookUps(tokens, weighed)) {
      for (const { id, similarity } of index.tokens.similarTo(token)) {
        add(id, gainOf(weight, similarity))
      }
      for (const halves of splits(token.text)) {
        const ids = halves.flatMap((half) => index.tokens.idOf(half) ?? [])
        if (ids.length === 2) for (const id of ids) add(id, weight / 2)
      }
    }
    return touched
  }
}

/** Each token, and each pair of neighbours joined. */
const lookUps = (tokens: readonly Token[], weighed: readonly number[]) => [
  ...tokens
    .map((token, at) => ({ token, weight: weighed[at] ?? 0 }))
    .filter(({ token }) => token.text.length > 1),
  ...tokens.slice(1).map((token, at) => ({
    token: tokenOf((tokens[at]?.text ?? '') + token.text),
    weight: (weighed[at] ?? 0) + (weighed[at + 1] ?? 0),
  })),
]

/** One word here may be two words on the list. */
const splits = (text: string): readonly (readonly string[])[] =>
  Array.from({ length: Math.max(0, text.length - 2 * SHORTEST_HALF + 1) }, (_, at) => [
    text.slice(0, at + SHORTEST_HALF),
    text.slice(at + SHORTEST_HALF),
  ])

/** The possible gain of initials. They match too many names to be looked up. */
const initialsGain = (tokens: readonly Token[], weighed: readonly number[]) =>
  tokens.reduce(
    (sum, { text }, at) => (text.length > 1 ? sum : sum + gainOf(weighed[at] ?? 0, 1)),
    0,
  )
