import { givenName } from './given-names.ts'
import { type Grouped, grouped, growingUint32, membersOf } from './growing-numbers.ts'
import { type Token, tokenOf, tokenSimilarity } from './token-similarity.ts'

export interface SimilarToken {
  readonly id: number
  readonly similarity: number
}

/** The distinct tokens of a list's names. */
export interface TokenIndex {
  readonly token: (id: number) => Token
  /** The id of exactly this text. */
  readonly idOf: (text: string) => number | undefined
  /** All similar tokens; only those that share no sound are missed. */
  readonly similarTo: (token: Token) => readonly SimilarToken[]
}

const LETTERS = 37
const EDGE = 36
/** The least share of common letter pairs (Dice coefficient) of two similar sounds. */
const SHARED_AT_LEAST = 0.4

export function tokenIndexBuilder() {
  const tokens: Token[] = []
  const ids = new Map<string, number>()
  const sounds = new Map<string, number>()
  const soundOfToken = growingUint32()

  return {
    /** The id of a token; a new token gets a new id. */
    idOf(text: string): number {
      const known = ids.get(text)
      if (known !== undefined) return known
      const token = tokenOf(text)
      const sound = sounds.get(token.sound) ?? sounds.size
      sounds.set(token.sound, sound)
      soundOfToken.push(sound)
      ids.set(text, tokens.length)
      tokens.push(token)
      return tokens.length - 1
    },

    count: () => tokens.length,

    build: (): TokenIndex =>
      tokenIndex({
        tokens,
        ids,
        soundCount: sounds.size,
        pairs: soundsByPair([...sounds.keys()]),
        bySound: groupedBySound(soundOfToken.done(), sounds.size),
        byGivenName: spellingsOf(tokens),
      }),
  }
}

interface Parts {
  readonly tokens: readonly Token[]
  readonly ids: ReadonlyMap<string, number>
  readonly soundCount: number
  readonly pairs: { readonly sounds: Grouped; readonly lengths: Uint8Array }
  readonly bySound: Grouped
  readonly byGivenName: ReadonlyMap<string, readonly number[]>
}

function tokenIndex({ tokens, ids, soundCount, pairs, bySound, byGivenName }: Parts): TokenIndex {
  const shared = new Uint8Array(soundCount)

  function soundsLike(sound: string): readonly number[] {
    const touched: number[] = []
    const wanted = pairsOf(sound)
    for (const pair of wanted) {
      for (const other of membersOf(pairs.sounds, pair)) {
        if (shared[other] === 0) touched.push(other)
        shared[other] = (shared[other] ?? 0) + 1
      }
    }
    const near = touched.filter((other) => {
      const all = wanted.length + (pairs.lengths[other] ?? 0)
      return 2 * (shared[other] ?? 0) >= SHARED_AT_LEAST * all
    })
    for (const other of touched) shared[other] = 0
    return near
  }

  return {
    token: (id) => {
      const token = tokens[id]
      if (token === undefined) throw new Error(`there is no token ${id}`)
      return token
    },
    idOf: (text) => ids.get(text),
    similarTo(token) {
      const near = new Set(byGivenName.get(token.given ?? ''))
      for (const sound of soundsLike(token.sound)) {
        for (const id of membersOf(bySound, sound)) near.add(id)
      }
      const initial = ids.get(token.text.slice(0, 1))
      if (initial !== undefined) near.add(initial)
      return [...near].flatMap((id) => {
        const other = tokens[id]
        const similarity = other === undefined ? 0 : tokenSimilarity(token, other)
        return similarity === 0 ? [] : [{ id, similarity }]
      })
    },
  }
}

/** Each pair of neighbouring letters once, including the edges of the word. */
function pairsOf(sound: string): readonly number[] {
  const letters = [EDGE, ...Array.from(sound, letterOf), EDGE]
  return [...new Set(letters.slice(1).map((letter, at) => (letters[at] ?? 0) * LETTERS + letter))]
}

function letterOf(character: string): number {
  const code = character.charCodeAt(0)
  return code >= 97 ? code - 97 : code - 48 + 26
}

function soundsByPair(sounds: readonly string[]) {
  const pairOf = growingUint32()
  const soundAt = growingUint32()
  const lengths = new Uint8Array(sounds.length)
  for (const [at, sound] of sounds.entries()) {
    const pairs = pairsOf(sound)
    lengths[at] = Math.min(255, pairs.length)
    for (const pair of pairs) {
      pairOf.push(pair)
      soundAt.push(at)
    }
  }
  return { sounds: grouped(pairOf.done(), soundAt.done(), LETTERS * LETTERS), lengths }
}

const groupedBySound = (soundOfToken: Uint32Array, sounds: number) =>
  grouped(soundOfToken, Uint32Array.from(soundOfToken.keys()), sounds)

function spellingsOf(tokens: readonly Token[]) {
  const spellings = new Map<string, number[]>()
  for (const [id, { text }] of tokens.entries()) {
    const name = givenName(text)
    if (name === undefined) continue
    const known = spellings.get(name)
    if (known === undefined) spellings.set(name, [id])
    else known.push(id)
  }
  return spellings
}
