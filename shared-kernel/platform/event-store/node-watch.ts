import { lookEvery } from '../waiting/look-every.ts'
import { answerWithin } from '../waiting/timing.ts'
import { readEnd } from './check/read-end.ts'
import type { Connection } from './connection.ts'
import { asError, isAccessDenied } from './errors.ts'

const LOOK_EVERY_MS = 250

interface NodeWatch {
  readonly connection: Connection
  /** How long the node may be silent before it is probed, and how long the probe may take. */
  readonly quietMs: number
  /** Whether a call waits for the node. */
  readonly isAwaited: () => boolean
}

/**
 * A node can freeze with its connections open; the client notices that after 20 s. A silent node is
 * probed sooner. If it does not answer, the client is replaced, and the new one looks for another node.
 */
export function watchNode({ connection, quietMs, isAwaited }: NodeWatch): () => void {
  return lookEvery(LOOK_EVERY_MS, () => {
    if (!isAwaited() || Date.now() - connection.heardAt() < quietMs) return undefined
    const inUse = connection.inUse()
    const askedAt = Date.now()
    const probe = answerWithin(quietMs, readEnd(connection.client(), false))
    return probe.then(connection.heard, (error: unknown) => {
      const isSilent = connection.heardAt() < askedAt
      if (isSilent && !inUse.aborted && !isAccessDenied(error)) connection.replace(asError(error))
    })
  })
}
