/** The signal of something that has a limit of its own, beside that of its caller. */
export interface Limit {
  readonly signal: AbortSignal
  /** Whether the time ran out, and nobody else ended it. */
  readonly isOver: () => boolean
}

/**
 * Does something with a signal that ends with the caller's, or after a time. Nothing of it stays on the
 * caller's signal, which may live as long as the program (`AbortSignal.any` needs Node 20).
 */
export async function limited<Result>(
  outer: AbortSignal,
  timeoutMs: number,
  work: (limit: Limit) => Promise<Result>,
): Promise<Result> {
  outer.throwIfAborted()
  const inner = new AbortController()
  let isOver = false
  const follow = () => inner.abort(outer.reason)
  const timer = setTimeout(() => {
    isOver = true
    inner.abort(new DOMException(`There was no answer within ${timeoutMs} ms.`, 'TimeoutError'))
  }, timeoutMs)
  outer.addEventListener('abort', follow)
  try {
    return await work({ signal: inner.signal, isOver: () => isOver && !outer.aborted })
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', follow)
  }
}
