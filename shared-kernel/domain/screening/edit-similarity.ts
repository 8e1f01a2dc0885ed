/** Jaro-Winkler: 1 for equal words, 0 for words without anything in common. */
export function jaroWinkler(left: string, right: string): number {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  const reach = Math.max(0, Math.floor(long.length / 2) - 1)
  const matched = matchedCharacters(short, long, reach)
  if (matched.count === 0) return 0
  const { count, transposed } = matched
  const jaro = (count / short.length + count / long.length + (count - transposed) / count) / 3
  return jaro + Math.min(4, commonPrefix(left, right)) * 0.1 * (1 - jaro)
}

/** The part of the longer word that no edit has touched: 1 for equal words. */
export function levenshteinSimilarity(left: string, right: string): number {
  const longest = Math.max(left.length, right.length)
  return longest === 0 ? 1 : 1 - editDistance(left, right) / longest
}

function matchedCharacters(short: string, long: string, reach: number) {
  const taken = new Uint8Array(long.length)
  const inLong: number[] = []
  const inShort: number[] = []
  for (let at = 0; at < short.length; at++) {
    const end = Math.min(long.length - 1, at + reach)
    for (let other = Math.max(0, at - reach); other <= end; other++) {
      if (taken[other] === 1 || short.charCodeAt(at) !== long.charCodeAt(other)) continue
      taken[other] = 1
      inShort.push(short.charCodeAt(at))
      break
    }
  }
  for (let at = 0; at < long.length; at++) if (taken[at] === 1) inLong.push(long.charCodeAt(at))
  const crossed = inShort.filter((code, index) => code !== inLong[index]).length
  return { count: inShort.length, transposed: crossed / 2 }
}

function commonPrefix(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) if (left[at] !== right[at]) return at
  return length
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let at = 0; at < left.length; at++) {
    const next = [at + 1]
    for (let other = 0; other < right.length; other++) {
      const replaced = (row[other] ?? 0) + (left[at] === right[other] ? 0 : 1)
      next.push(Math.min(replaced, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
