import { lookEvery } from '../waiting/look-every.ts'
import type { Connection } from './connection.ts'
import { asError } from './errors.ts'
import type { Reader } from './reader.ts'

const LOOK_EVERY_MS = 250

interface NodeWatch {
  readonly connection: Connection
  readonly reader: Pick<Reader, 'probe'>
  /** How long the node may be silent before it is probed, and how long the probe may take. */
  readonly quietMs: number
  /** Whether a call waits for the node. */
  readonly isAwaited: () => boolean
}

/**
 * A node can freeze with its connections open; the client notices that after 20 s. A silent node is
 * probed sooner. If it does not answer, the client is replaced, and the new one looks for another node.
 */
export function watchNode({ connection, reader, quietMs, isAwaited }: NodeWatch): () => void {
  return lookEvery(LOOK_EVERY_MS, () => {
    if (!isAwaited() || Date.now() - connection.heardAt() < quietMs) return undefined
    const inUse = connection.inUse()
    return reader.probe(quietMs).then(connection.heard, (error: unknown) => {
      if (!inUse.aborted) connection.replace(asError(error))
    })
  })
}
