import { type Compare, joined, type Likeness, likenessOf } from './likeness.ts'
import { isTelling, type Token } from './token.ts'
import { weightsOf } from './token-weights.ts'
import { genericWords } from './word-lists.ts'

/** At this score a name counts as a match, unless a company has set another one. */
export const THRESHOLD = 0.8

/** The factor of an alias that the list itself marks as weak. */
export const WEAK_NAME = 0.9

/** What a check records of how it was made. A change that can change a score gets a new version. */
export const METHOD = 'names-4'

/** The cost of what is left over, as a share of its weight. */
export const costs = {
  /** Only the query has it. */
  query: 0.35,
  /** Only the list has it. */
  listed: 0.3,
  /** Only the list has it, between a company's one telling word and its words of business. */
  otherCompany: 0.5,
  /** Both have something left over: the names contradict each other. */
  both: 1,
  /** Only the query has it, a surname among it, and what was found are given names alone. */
  surname: 0.56,
  /** A single word does not identify a person. */
  oneWordOnly: 1,
}

const COUNTS_FROM = 0.5
export const MOST_JOINED = 3

/** Parts of the query and the parts of the listed name that they are taken for. */
export interface Pairing extends Likeness {
  readonly query: readonly number[]
  readonly listed: readonly number[]
  readonly weight: number
}

export interface Compared {
  readonly query: readonly Token[]
  readonly listed: readonly Token[]
  /** The weights of the query’s parts. */
  readonly weights: readonly number[]
  readonly compare: Compare
}

export interface Alignment {
  readonly score: number
  readonly pairings: readonly Pairing[]
}

/** How well a listed name matches the searched name: 1 for the same parts in any order. */
export const nameScore = (query: readonly Token[], listed: readonly Token[]): number =>
  alignment({ query, listed, weights: weightsOf(query), compare: likenessOf }).score

/** Takes the best pairs of parts first, and weighs them against what is left over. */
export function alignment(compared: Compared): Alignment {
  const { query, listed, weights } = compared
  const takenQuery = query.map(() => false)
  const takenListed = listed.map(() => false)
  const taken: Pairing[] = []
  for (const pairing of pairings(compared)) {
    if (pairing.query.some((at) => takenQuery[at]) || pairing.listed.some((at) => takenListed[at]))
      continue
    for (const at of pairing.query) takenQuery[at] = true
    for (const at of pairing.listed) takenListed[at] = true
    taken.push(pairing)
  }
  const listedWeights = weightsOf(listed)
  const surnames = query.map(isSurname)
  const isSurnameLeft =
    surnames.some((is, at) => is && takenQuery[at] === false) &&
    !surnames.some((is, at) => is && takenQuery[at] === true)
  const left = {
    query: leftOver(weights, takenQuery),
    listed: leftOver(listedWeights, takenListed),
    isSurnameLeft,
    isOtherCompany: isOtherCompany(listed, takenListed),
  }
  const isIdentified =
    taken.some((pairing) => identifies(pairing, query)) || isSameWhole(query, listed)
  return { score: isIdentified ? scoreOf(taken, left) : 0, pairings: taken }
}

/** Initials, legal forms and words such as “and” are shared by too many names. */
const identifies = ({ how, query: at }: Pairing, query: readonly Token[]) =>
  how === joined.how ||
  (how !== 'initial' && query.some((token, place) => at.includes(place) && isTelling(token)))

/** A name of such parts alone is found by itself. */
const isSameWhole = (query: readonly Token[], listed: readonly Token[]) =>
  query.length === listed.length && query.every(({ key }, at) => key === listed[at]?.key)

const isOfBusiness = ({ text, kind }: Token) => kind === 'name' && genericWords.has(text)
const isDistinctive = (token: Token) => token.kind === 'name' && !isOfBusiness(token)

/** `Garanti Bankası` is not `Garanti Kurgu Bankası`, but may be `Garanti Bankası Kurgu`. */
function isOtherCompany(listed: readonly Token[], isTaken: readonly boolean[]): boolean {
  const found = listed.flatMap((token, at) => (isTaken[at] === true ? [{ token, at }] : []))
  if (!found.some(({ token }) => isOfBusiness(token))) return false
  if (found.filter(({ token }) => isDistinctive(token)).length !== 1) return false
  const named = found.filter(({ token }) => token.kind === 'name').map(({ at }) => at)
  return listed.some(
    (token, at) =>
      isTaken[at] !== true &&
      isDistinctive(token) &&
      at > Math.min(...named) &&
      at < Math.max(...named),
  )
}

/** Weights of the parts that have no counterpart. */
interface LeftOver {
  readonly query: number
  readonly listed: number
  readonly isSurnameLeft: boolean
  readonly isOtherCompany: boolean
}

const leftOver = (weights: readonly number[], isTaken: readonly boolean[]) =>
  weights.reduce((sum, weight, at) => (isTaken[at] ? sum : sum + weight), 0)

const isSurname = ({ kind, given }: Token) => kind === 'name' && given === undefined

function scoreOf(taken: readonly Pairing[], left: LeftOver): number {
  let gained = 0
  let possible = 0
  let words = 0
  for (const { query, listed, weight, similarity } of taken) {
    gained += weight * similarity
    possible += weight
    if (weight >= COUNTS_FROM) words += Math.max(query.length, listed.length)
  }
  const [less, more] =
    left.query > left.listed ? [left.listed, left.query] : [left.query, left.listed]
  return gained / (possible + costs.both * less + costOf(left, words) * (more - less))
}

function costOf(left: LeftOver, words: number): number {
  const { query, listed, isSurnameLeft, isOtherCompany: isOther } = left
  if (words < 2) return costs.oneWordOnly
  if (query <= listed) return isOther ? costs.otherCompany : costs.listed
  return isSurnameLeft ? costs.surname : costs.query
}

/** Best first. Several parts of one side may match one part of the other. */
function pairings({ query, listed, weights, compare }: Compared): readonly Pairing[] {
  const found: Pairing[] = []
  for (const [at, token] of query.entries()) {
    for (const [other, against] of listed.entries()) {
      const likeness = compare(token, against)
      if (likeness !== undefined) {
        found.push({ ...likeness, query: [at], listed: [other], weight: weights[at] ?? 0 })
      }
    }
  }
  for (const { parts, whole } of joinedParts(query, listed)) {
    const weight = parts.reduce((sum, at) => sum + (weights[at] ?? 0), 0)
    found.push({ ...joined, query: parts, listed: [whole], weight })
  }
  for (const { parts, whole } of joinedParts(listed, query)) {
    found.push({ ...joined, query: [whole], listed: parts, weight: weights[whole] ?? 0 })
  }
  return found.toSorted(
    (one, another) => another.weight * another.similarity - one.weight * one.similarity,
  )
}

const isJoinable = (token: Token, whole: Token) =>
  token.kind === 'stop' ||
  (token.script === whole.script && (token.kind === 'name' || token.kind === 'initial'))

/** Neighbours of one side that are written as one word on the other. */
function joinedParts(side: readonly Token[], others: readonly Token[]) {
  const found: { readonly parts: readonly number[]; readonly whole: number }[] = []
  for (const [whole, token] of others.entries()) {
    const { text, kind, script } = token
    if (kind !== 'name' || script === 'greek') continue
    for (const [from, first] of side.entries()) {
      if (!isJoinable(first, token) || !text.startsWith(first.text)) continue
      const parts = [from]
      let written = first.text
      while (parts.length < MOST_JOINED && written.length < text.length) {
        const next = side[from + parts.length]
        if (next === undefined || !isJoinable(next, token)) break
        parts.push(from + parts.length)
        written += next.text
      }
      for (let count = parts.length; count > 1; count--) {
        const these = parts.slice(0, count)
        if (these.map((at) => side[at]?.text).join('') === text) found.push({ parts: these, whole })
      }
    }
  }
  return found
}
