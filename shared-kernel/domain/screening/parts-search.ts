import { membersOf } from './growing-numbers.ts'
import type { ListIndex } from './list-index.ts'
import { MOST_JOINED } from './name-score.ts'
import type { Script } from './skeleton.ts'
import { keyOf, type Token } from './token.ts'

/** Finds the names in which neighbouring parts make up one word of the query. */
export function partsSearchIn(index: ListIndex) {
  const longest = index.tokens.longest

  return ({ kind, script, text }: Token): ReadonlySet<number> => {
    const names = new Set<number>()
    if (kind !== 'name' || script === 'greek') return names
    for (const parts of cuts(text, MOST_JOINED, script)) {
      const found = parts.map((part) => idsOfPart(part, script))
      for (const name of fewestNames(found)) if (hasNeighbours(name, parts)) names.add(name)
    }
    return names
  }

  /** Every way to cut a word into two parts, or more, that all are on the list. */
  function cuts(text: string, most: number, script: Script): readonly (readonly string[])[] {
    if (most < 2) return []
    const found: (readonly string[])[] = []
    for (let at = 1; at < text.length && at <= longest; at++) {
      const first = text.slice(0, at)
      if (!isPart(first, script)) continue
      const rest = text.slice(at)
      if (isPart(rest, script)) found.push([first, rest])
      for (const more of cuts(rest, most - 1, script)) found.push([first, ...more])
    }
    return found
  }

  function isPart(text: string, script: Script): boolean {
    return text.length <= longest && idsOfPart(text, script).length > 0
  }

  function idsOfPart(part: string, script: Script): readonly number[] {
    const name = script === 'consonants' ? keyOf.consonants(part) : part
    return [name, keyOf.stop(part)].flatMap((key) => index.tokens.idOf(key) ?? [])
  }

  function fewestNames(parts: readonly (readonly number[])[]): readonly number[] {
    const byPart = parts.map((ids) =>
      ids.flatMap((id) => Array.from(membersOf(index.namesByToken, id))),
    )
    return byPart.reduce((fewest, names) => (names.length < fewest.length ? names : fewest))
  }

  function hasNeighbours(name: number, parts: readonly string[]): boolean {
    const tokens = index.tokensOfName(name)
    return tokens.some((_, from) => parts.every((part, at) => tokens[from + at]?.text === part))
  }
}
