import { RE2JS } from 're2js'

/** Tests names in linear time. */
export interface Matcher {
  readonly matches: (text: string) => boolean
  /** Every match begins with one of these; undefined if unknown. */
  readonly prefixes?: readonly string[]
}

/** Throws the fault of an expression that RE2 does not accept. RE2 never backtracks. */
export function expressionMatcher(expression: string): Matcher {
  const compiled = RE2JS.compile(expression)
  return { matches: (text) => compiled.test(text) }
}

/** Compares a text with only one prefix, however many there are. */
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

/** Sorted, without prefixes of prefixes, so that no other one sorts between a prefix and its texts. */
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
