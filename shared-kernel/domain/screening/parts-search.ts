import { membersOf } from './growing-numbers.ts'
import type { ListIndex } from './list-index.ts'
import { MOST_JOINED } from './name-score.ts'
import { keyOf, type Token } from './token.ts'

/** Finds the names in which neighbouring parts make up one word of the query. */
export function partsSearchIn(index: ListIndex) {
  return ({ kind, script, text }: Token): ReadonlySet<number> => {
    const names = new Set<number>()
    if (kind !== 'name' || script !== 'latin') return names
    for (const parts of splits(text, MOST_JOINED)) {
      const found = parts.map((part) => idsOfPart(part))
      if (found.some((ids) => ids.length === 0)) continue
      for (const name of fewestNames(found)) if (hasNeighbours(name, parts)) names.add(name)
    }
    return names
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

/** Every way to cut a word into two parts, or more. */
function splits(text: string, most: number): readonly (readonly string[])[] {
  if (most < 2) return []
  return Array.from({ length: text.length - 1 }, (_, at) => {
    const [first, rest] = [text.slice(0, at + 1), text.slice(at + 1)]
    return [[first, rest], ...splits(rest, most - 1).map((more) => [first].concat(more))]
  }).flat()
}
