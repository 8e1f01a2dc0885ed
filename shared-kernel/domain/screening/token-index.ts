import { type Grouped, grouped, growingUint32, membersOf } from './growing-numbers.ts'
import { hashOf } from './hash.ts'
import { editsIn, editsInSound, likenessOf, otherEnding } from './likeness.ts'
import { nearWordsIn } from './near-words.ts'
import { type Token, tokenOf } from './token.ts'

export interface SimilarToken {
  readonly id: number
  readonly similarity: number
}

/** The distinct tokens of a list's names. */
export interface TokenIndex {
  readonly token: (id: number) => Token
  /** The id of exactly this key. */
  readonly idOf: (key: string) => number | undefined
  /** Every token with any likeness. */
  readonly similarTo: (token: Token) => readonly SimilarToken[]
  /** The number of letters of the longest one. */
  readonly longest: number
}

const SKELETON_GROUPS = 1 << 16

export function tokenIndexBuilder() {
  const tokens: Token[] = []
  const ids = new Map<string, number>()

  return {
    /** The id of a token; a new token gets a new id. */
    idOf(key: string): number {
      const known = ids.get(key)
      if (known !== undefined) return known
      ids.set(key, tokens.length)
      tokens.push(tokenOf(key))
      return tokens.length - 1
    },

    count: () => tokens.length,

    build: (): TokenIndex => tokenIndex(tokens, ids),
  }
}

function tokenIndex(tokens: readonly Token[], ids: ReadonlyMap<string, number>): TokenIndex {
  const texts = wordIndex(tokens, ({ kind, script, text }) =>
    kind === 'name' && script !== 'consonants' ? [text] : [],
  )
  const sounds = wordIndex(tokens, ({ sound, bareSound }) =>
    [sound, bareSound ?? ''].filter((each) => each !== ''),
  )
  const byGivenName = spellingsOf(tokens)
  const bySkeleton = groupedBySkeleton(tokens)
  const initials = tokens.flatMap(({ kind }, id) => (kind === 'initial' ? [id] : []))

  function candidates(token: Token): ReadonlySet<number> {
    const near = new Set<number>()
    const add = (id: number) => near.add(id)
    const { key, kind, text, script, sound, bareSound, given } = token
    for (const each of [key, otherEnding(token) ?? key]) {
      const id = ids.get(each)
      if (id !== undefined) add(id)
    }
    if (kind !== 'name') return near
    for (const id of byGivenName.get(given ?? '') ?? []) add(id)
    for (const id of initials) if (tokens[id]?.text[0] === text[0]) add(id)
    if (script !== 'consonants') {
      texts.near(text, editsIn(text.length), add)
      sounds.near(sound, editsInSound(sound.length), add)
      if (bareSound !== undefined) sounds.near(bareSound, 0, add)
    }
    for (const skeleton of token.skeletons) {
      for (const id of membersOf(bySkeleton, hashOf(skeleton) % SKELETON_GROUPS)) {
        if (tokens[id]?.script !== script) add(id)
      }
    }
    return near
  }

  return {
    token: (id) => {
      const token = tokens[id]
      if (token === undefined) throw new Error(`there is no token ${id}`)
      return token
    },
    idOf: (key) => ids.get(key),
    longest: tokens.reduce((longest, { text }) => Math.max(longest, text.length), 0),
    similarTo: (token) =>
      Array.from(candidates(token)).flatMap((id) => {
        const other = tokens[id]
        const likeness = other === undefined ? undefined : likenessOf(token, other)
        return likeness === undefined ? [] : [{ id, similarity: likeness.similarity }]
      }),
  }
}

/** Tokens by words of theirs, within a few edits. */
function wordIndex(tokens: readonly Token[], wordsOf: (token: Token) => readonly string[]) {
  const places = new Map<string, number>()
  const placeOf = growingUint32()
  const idAt = growingUint32()
  for (const [id, token] of tokens.entries()) {
    for (const word of wordsOf(token)) {
      const place = places.get(word) ?? places.size
      places.set(word, place)
      placeOf.push(place)
      idAt.push(id)
    }
  }
  const words = nearWordsIn([...places.keys()])
  const idsByPlace: Grouped = grouped(placeOf.done(), idAt.done(), places.size)
  return {
    near: (word: string, limit: number, found: (id: number) => void) =>
      words.near(word, limit, (place) => {
        for (const id of membersOf(idsByPlace, place)) found(id)
      }),
  }
}

function spellingsOf(tokens: readonly Token[]): ReadonlyMap<string, readonly number[]> {
  const spellings = new Map<string, number[]>()
  for (const [id, { given }] of tokens.entries()) {
    if (given === undefined) continue
    const known = spellings.get(given)
    if (known === undefined) spellings.set(given, [id])
    else known.push(id)
  }
  return spellings
}

function groupedBySkeleton(tokens: readonly Token[]): Grouped {
  const group = growingUint32()
  const idAt = growingUint32()
  for (const [id, { skeletons }] of tokens.entries()) {
    for (const skeleton of skeletons) {
      group.push(hashOf(skeleton) % SKELETON_GROUPS)
      idAt.push(id)
    }
  }
  return grouped(group.done(), idAt.done(), SKELETON_GROUPS)
}
