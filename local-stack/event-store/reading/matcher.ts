import { RE2JS } from 're2js'

/** A test of names that takes no longer than the name is long. */
export interface Matcher {
  readonly matches: (text: string) => boolean
  /** A match begins with one of these; undefined if that cannot be said. */
  readonly prefixes?: readonly string[]
}

/** Throws what is wrong with the expression, if it is none of RE2's: those need no backtracking. */
export function expressionMatcher(expression: string): Matcher {
  const compiled = RE2JS.compile(expression)
  return { matches: (text) => compiled.test(text) }
}

/** However many prefixes there are, a text is compared with one. */
export function prefixMatcher(given: readonly string[]): Matcher {
  const prefixes = withoutRedundant(given)
  return {
    prefixes,
    matches: (text) => {
      const nearest = lastUpTo(prefixes, text)
      return nearest !== undefined && text.startsWith(nearest)
    },
  }
}

/** In order; none is the beginning of another, so nothing stands between a prefix and its texts. */
function withoutRedundant(given: readonly string[]): string[] {
  const kept: string[] = []
  for (const prefix of given.toSorted(byCodeUnits)) {
    const last = kept.at(-1)
    if (last === undefined || !prefix.startsWith(last)) kept.push(prefix)
  }
  return kept
}

const byCodeUnits = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function lastUpTo(sorted: readonly string[], text: string): string | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') <= text) low = middle + 1
    else high = middle
  }
  return sorted[low - 1]
}
