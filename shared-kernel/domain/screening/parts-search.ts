import { membersOf } from './growing-numbers.ts'
import type { ListIndex } from './list-index.ts'
import { MOST_JOINED } from './name-score.ts'
import { keyOf, type Token } from './token.ts'

/** Finds the names in which neighbouring parts make up one word of the query. */
export function partsSearchIn(index: ListIndex) {
  const longest = index.tokens.longest

  return ({ kind, script, text }: Token): ReadonlySet<number> => {
    const names = new Set<number>()
    if (kind !== 'name' || script !== 'latin') return names
    for (const parts of cuts(text, MOST_JOINED)) {
      const found = parts.map((part) => idsOfPart(part))
      for (const name of fewestNames(found)) if (hasNeighbours(name, parts)) names.add(name)
    }
    return names
  }

  /** Every way to cut a word into two parts, or more, that all are on the list. */
  function cuts(text: string, most: number): readonly (readonly string[])[] {
    if (most < 2) return []
    const found: (readonly string[])[] = []
    for (let at = 1; at < text.length && at <= longest; at++) {
      const first = text.slice(0, at)
      if (!isPart(first)) continue
      const rest = text.slice(at)
      if (isPart(rest)) found.push([first, rest])
      for (const more of cuts(rest, most - 1)) found.push([first, ...more])
    }
    return found
  }

  function isPart(text: string): boolean {
    return text.length <= longest && idsOfPart(text).length > 0
  }

  function idsOfPart(part: string): readonly number[] {
    return [part, keyOf.stop(part)].flatMap((key) => index.tokens.idOf(key) ?? [])
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
