import { normalNumber } from '../normal-number.ts'
import { factColumns } from './fact-columns.ts'
import type { Facts } from './facts.ts'
import { type Grouped, grouped, growingUint32 } from './growing-numbers.ts'
import { nameTokens } from './name-tokens.ts'
import type { Token } from './token.ts'
import { type TokenIndex, tokenIndexBuilder } from './token-index.ts'

/** The compared parts of a list entry. */
export interface ListedEntity extends Facts {
  /** The name, then the aliases. */
  readonly names: readonly string[]
  /** Aliases that the list itself marks as weak; they come last. */
  readonly weakNames: readonly string[]
  readonly idNos: readonly string[]
}

/** A list in memory, as numbers instead of texts. Entries and names are counted from 0. */
export interface ListIndex {
  readonly entryCount: number
  readonly nameCount: number
  readonly tokens: TokenIndex
  readonly entryOfName: (name: number) => number
  /** 0 for the entry's own name, otherwise the number of the alias. */
  readonly placeOfName: (name: number) => number
  readonly namesOfEntry: (entry: number) => readonly number[]
  readonly tokensOfName: (name: number) => readonly Token[]
  readonly namesByToken: Grouped
  readonly entriesByIdNo: (idNo: string) => readonly number[]
  readonly factsOfEntry: (entry: number) => Facts
  readonly isWeakName: (name: number) => boolean
}

export function listIndexBuilder() {
  const tokens = tokenIndexBuilder()
  const entryOfName = growingUint32()
  const firstName = growingUint32()
  const firstWeakName = growingUint32()
  const tokenStart = growingUint32()
  const tokenAt = growingUint32()
  const postings = { token: growingUint32(), name: growingUint32() }
  const facts = factColumns()
  const byIdNo = new Map<string, number[]>()

  function addName(entry: number, text: string) {
    const name = entryOfName.length()
    entryOfName.push(entry)
    tokenStart.push(tokenAt.length())
    const words = nameTokens(text)
    for (const word of words) tokenAt.push(tokens.idOf(word))
    for (const word of new Set(words)) {
      postings.token.push(tokens.idOf(word))
      postings.name.push(name)
    }
  }

  return {
    add(entity: ListedEntity) {
      const entry = firstName.length()
      firstName.push(entryOfName.length())
      for (const name of entity.names) addName(entry, name)
      firstWeakName.push(entryOfName.length())
      for (const name of entity.weakNames) addName(entry, name)
      for (const idNo of new Set(entity.idNos.map(normalNumber))) {
        if (idNo === '') continue
        byIdNo.set(idNo, [...(byIdNo.get(idNo) ?? []), entry])
      }
      facts.add(entity)
    },

    build(): ListIndex {
      firstName.push(entryOfName.length())
      tokenStart.push(tokenAt.length())
      const index = tokens.build()
      const counted = tokens.count()
      return readable({
        tokens: index,
        entryOfName: entryOfName.done(),
        firstName: firstName.done(),
        firstWeakName: firstWeakName.done(),
        tokenStart: tokenStart.done(),
        tokenAt: tokenAt.done(),
        namesByToken: grouped(postings.token.done(), postings.name.done(), counted),
        factsOfEntry: facts.build(),
        byIdNo,
      })
    },
  }
}

interface Numbers {
  readonly tokens: TokenIndex
  readonly entryOfName: Uint32Array
  readonly firstName: Uint32Array
  readonly firstWeakName: Uint32Array
  readonly tokenStart: Uint32Array
  readonly tokenAt: Uint32Array
  readonly namesByToken: Grouped
  readonly factsOfEntry: (entry: number) => Facts
  readonly byIdNo: ReadonlyMap<string, readonly number[]>
}

function readable(numbers: Numbers): ListIndex {
  const { tokens, entryOfName, firstName, tokenStart, tokenAt } = numbers
  const entryOf = (name: number) => entryOfName[name] ?? 0
  const firstOf = (entry: number) => firstName[entry] ?? 0
  return {
    tokens,
    entryCount: firstName.length - 1,
    nameCount: entryOfName.length,
    entryOfName: entryOf,
    placeOfName: (name) => name - firstOf(entryOf(name)),
    namesOfEntry: (entry) => {
      const first = firstOf(entry)
      return Array.from({ length: firstOf(entry + 1) - first }, (_, at) => first + at)
    },
    tokensOfName: (name) => {
      const found: Token[] = []
      const end = tokenStart[name + 1] ?? 0
      for (let at = tokenStart[name] ?? 0; at < end; at++)
        found.push(tokens.token(tokenAt[at] ?? 0))
      return found
    },
    namesByToken: numbers.namesByToken,
    entriesByIdNo: (idNo) => numbers.byIdNo.get(normalNumber(idNo)) ?? [],
    isWeakName: (name) => name >= (numbers.firstWeakName[entryOf(name)] ?? 0),
    factsOfEntry: numbers.factsOfEntry,
  }
}
