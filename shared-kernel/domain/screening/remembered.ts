import type { ListIndex } from './list-index.ts'
import type { SimilarToken } from './token-index.ts'

const MOST = 200_000

/** An index that is asked for very many names: people share the parts of their names. */
export function rememberingIndex(index: ListIndex): ListIndex {
  const known = new Map<string, readonly SimilarToken[]>()
  return {
    ...index,
    tokens: {
      ...index.tokens,
      similarTo(token) {
        const before = known.get(token.key)
        if (before !== undefined) return before
        const found = index.tokens.similarTo(token)
        if (known.size >= MOST) known.clear()
        known.set(token.key, found)
        return found
      },
    },
  }
}
