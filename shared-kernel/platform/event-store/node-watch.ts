import type { Connection } from './connection.ts'
import { asError } from './errors.ts'
import type { Reader } from './reader.ts'

const LOOK_EVERY_MS = 250

interface NodeWatch {
  readonly connection: Connection
  readonly reader: Pick<Reader, 'probe'>
  /** How long nothing may be heard before the node is asked for a sign of life, and then for its answer. */
  readonly quietMs: number
  /** Whether anybody waits to hear something. */
  readonly isAwaited: () => boolean
}

/**
 * A node can freeze with its connections open: the client notices after 20 s. One that gives no sign
 * of life is asked for one, and given up when no answer comes, so that another node is looked for.
 */
export function watchNode({ connection, reader, quietMs, isAwaited }: NodeWatch): () => void {
  let asking = false
  const timer = setInterval(() => {
    if (asking || !isAwaited() || Date.now() - connection.heardAt() < quietMs) return
    asking = true
    const inUse = connection.inUse()
    reader
      .probe(quietMs)
      .then(connection.heard, (error: unknown) => {
        if (!inUse.aborted) connection.replace(asError(error))
      })
      .finally(() => {
        asking = false
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
