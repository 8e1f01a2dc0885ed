import { type Similarity, type Token, tokenOf, tokenSimilarity } from './token-similarity.ts'

/** Tuned on one half of the labelled pairs; the other half is only measured. */
const weights = {
  family: 1.5,
  given: 1,
  /** Middle names are often left out. */
  middle: 0.5,
  short: 0.5,
  /** The cost of a token that only the list has; one that only the query has costs its full weight. */
  extraOnList: 0.3,
  /** Spelling differences lower the score more than proportionally. */
  sharpness: 3,
}

/** At this score a name counts as a match. */
export const THRESHOLD = 0.8

const JOINED_AT_LEAST = 0.9
const SHORT = 2

interface Pairing {
  readonly query: readonly number[]
  readonly listed: readonly number[]
  readonly gain: number
}

/** How well a listed name matches the searched name: 1 for the same tokens in any order. */
export function nameScore(
  query: readonly Token[],
  listed: readonly Token[],
  similarityOf: Similarity = tokenSimilarity,
): number {
  if (query.length === 0 || listed.length === 0) return 0
  const weighed = query.map((token, index) => weightOf(token, index, query.length))
  const takenQuery = new Set<number>()
  const takenListed = new Set<number>()
  let gained = 0
  let found = 0
  for (const pairing of pairings({ query, listed, weighed, similarityOf })) {
    const isTaken =
      pairing.query.some((at) => takenQuery.has(at)) ||
      pairing.listed.some((at) => takenListed.has(at))
    if (isTaken) continue
    for (const at of pairing.query) takenQuery.add(at)
    for (const at of pairing.listed) takenListed.add(at)
    gained += pairing.gain
    found += 1
  }
  const extra = listed.reduce(
    (sum, token, index) =>
      takenListed.has(index) ? sum : sum + weightOf(token, index, listed.length),
    0,
  )
  // A single word does not identify a person.
  const costOfExtra = found > 1 ? weights.extraOnList : 1
  return gained / (sumOf(weighed) + costOfExtra * extra)
}

export function weightOf({ text }: Token, index: number, count: number): number {
  if (text.length <= SHORT) return weights.short
  if (index === count - 1) return weights.family
  return index === 0 ? weights.given : weights.middle
}

export const gainOf = (weight: number, similarity: number) =>
  weight * similarity ** weights.sharpness

interface Compared {
  readonly query: readonly Token[]
  readonly listed: readonly Token[]
  readonly weighed: readonly number[]
  readonly similarityOf: Similarity
}

/** Best first. Two tokens of one side may match one token of the other. */
function pairings({ query, listed, weighed, similarityOf }: Compared): readonly Pairing[] {
  const found: Pairing[] = []
  const consider = (at: readonly number[], other: readonly number[], similarity: number) => {
    if (similarity === 0) return
    const weight = sumOf(at.map((index) => weighed[index] ?? 0))
    found.push({ query: at, listed: other, gain: gainOf(weight, similarity) })
  }
  for (const [at, token] of query.entries()) {
    for (const [other, against] of listed.entries()) {
      consider([at], [other], similarityOf(token, against))
      if (at > 0) {
        consider([at - 1, at], [other], togetherLike(query[at - 1], token, against))
      }
      if (other > 0) {
        consider([at], [other - 1, other], togetherLike(listed[other - 1], against, token))
      }
    }
  }
  return found.toSorted((one, another) => another.gain - one.gain)
}

function togetherLike(first: Token | undefined, second: Token, whole: Token): number {
  const length = (first?.text.length ?? 0) + second.text.length
  if (first === undefined || Math.abs(length - whole.text.length) > 1) return 0
  const similarity = tokenSimilarity(tokenOf(first.text + second.text), whole)
  return similarity < JOINED_AT_LEAST ? 0 : similarity
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
