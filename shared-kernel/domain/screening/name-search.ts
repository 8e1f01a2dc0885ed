import { membersOf } from './growing-numbers.ts'
import { joined, rememberedLikeness } from './likeness.ts'
import type { ListIndex } from './list-index.ts'
import { alignment, costs, MOST_JOINED } from './name-score.ts'
import { partsSearchIn } from './parts-search.ts'
import { isTelling, keyOf, type Token } from './token.ts'
import { weightsOf } from './token-weights.ts'

interface NameHit {
  readonly name: number
  readonly score: number
}

/** Tolerance for rounding: sums here and scores there differ in their last digits. */
const ROUNDING = 1e-3
/** What is found counts as touched even if it gains nothing. */
const LEAST_GAIN = 1e-6

/**
 * Finds every name of a list that reaches a score, as a comparison with each of them would. Token by
 * token, names collect the most that they could gain; only where that is enough are they compared.
 *
 * A score of t needs Σ w·s ≥ t·(M + c), where M is the weight of the parts that are found, and c at
 * least the cost of the rest of the query. So Σ w·(s − t·(1 − cost)) ≥ t·cost·W over the found parts.
 */
export function nameSearchIn(index: ListIndex) {
  const gained = new Float32Array(index.nameCount)
  const namesWithParts = partsSearchIn(index)

  return (
    query: readonly Token[],
    atLeast: number,
    isLookedFor: (name: number) => boolean = () => true,
  ): readonly NameHit[] => {
    if (query.length === 0) return []
    const compare = rememberedLikeness()
    const weights = weightsOf(query)
    const gainOf = (weight: number, similarity: number) =>
      weight * (similarity - atLeast * (1 - costs.query))
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    const unseen = query.reduce((sum, token, at) => {
      return isTelling(token) ? sum : sum + Math.max(0, gainOf(weights[at] ?? 0, 1))
    }, 0)
    const needed = atLeast * costs.query * all - unseen - ROUNDING
    const touched = gather(query, weights, gainOf)
    const found = touched.flatMap((name) => {
      if ((gained[name] ?? 0) < needed || !isLookedFor(name)) return []
      const { score } = alignment({ query, listed: index.tokensOfName(name), weights, compare })
      return score > 0 && score >= atLeast ? [{ name, score }] : []
    })
    for (const name of touched) gained[name] = 0
    return found
  }

  /** Returns the names with any gain. */
  function gather(
    query: readonly Token[],
    weights: readonly number[],
    gainOf: (weight: number, similarity: number) => number,
  ): readonly number[] {
    const touched: number[] = []
    const add = (name: number, gain: number) => {
      const before = gained[name] ?? 0
      if (before === 0) touched.push(name)
      gained[name] = before + Math.max(gain, LEAST_GAIN)
    }
    const addAll = (id: number, gain: number) => {
      for (const name of membersOf(index.namesByToken, id)) add(name, gain)
    }
    for (const [at, token] of query.entries()) {
      const weight = weights[at] ?? 0
      if (isTelling(token)) {
        for (const { id, similarity } of index.tokens.similarTo(token)) {
          addAll(id, gainOf(weight, similarity))
        }
      }
      for (const name of namesWithParts(token)) add(name, gainOf(weight, joined.similarity))
    }
    const untelling = idOfUntelling(query, index)
    if (untelling !== undefined) addAll(untelling, 0)
    for (const { key, weight } of joinedNeighbours(query, weights)) {
      const id = index.tokens.idOf(key)
      if (id !== undefined) addAll(id, gainOf(weight, joined.similarity))
    }
    return touched
  }
}

/** A name of parts that tell nothing is found where its first part is. */
const idOfUntelling = (query: readonly Token[], { tokens }: ListIndex) =>
  query.some(isTelling) ? undefined : tokens.idOf(query[0]?.key ?? '')

/** Neighbours in the query that may be one word on the list. */
const joinedNeighbours = (query: readonly Token[], weights: readonly number[]) =>
  query.flatMap((_, from) =>
    Array.from({ length: MOST_JOINED - 1 }, (__, more) => {
      const to = from + 2 + more
      return {
        key: to > query.length ? '' : joinedKey(query.slice(from, to)),
        weight: weights.slice(from, to).reduce((sum, weight) => sum + weight, 0),
      }
    }),
  )

function joinedKey(parts: readonly Token[]): string {
  const text = parts.map((part) => part.text).join('')
  return parts.some(({ script }) => script === 'consonants') ? keyOf.consonants(text) : text
}
