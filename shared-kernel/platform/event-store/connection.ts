import { EventStoreDBClient } from '@eventstore/db-client'
import type { Logger } from '../logger.ts'
import { waitAtMost } from './waiting.ts'

const FAILURES_BEFORE_A_NEW_CLIENT = 5
const RELEASE_MS = 2_000

/** The client in use; a new one takes its place when it has failed several times in a row. */
export interface Connection {
  readonly client: () => EventStoreDBClient
  /** Aborted when the client that is now in use is given up: its calls then end without an error. */
  readonly inUse: () => AbortSignal
  readonly closed: AbortSignal
  readonly answered: () => void
  readonly failed: (reason: Error) => void
  readonly close: () => Promise<void>
}

export function createConnection(url: string, logger: Logger): Connection {
  const closing = new AbortController()
  let client = EventStoreDBClient.connectionString(url)
  let use = new AbortController()
  let failuresInARow = 0

  function replace(reason: Error) {
    logger.warn({ err: reason, failuresInARow }, 'event store: taking a new client')
    failuresInARow = 0
    const given = { client, use }
    client = EventStoreDBClient.connectionString(url)
    use = new AbortController()
    given.use.abort(reason)
    void release(given.client)
  }

  return {
    client: () => client,
    inUse: () => use.signal,
    closed: closing.signal,
    answered: () => {
      failuresInARow = 0
    },
    failed: (reason) => {
      failuresInARow += 1
      if (failuresInARow >= FAILURES_BEFORE_A_NEW_CLIENT && !closing.signal.aborted) replace(reason)
    },
    close: async () => {
      closing.abort()
      use.abort()
      await release(client)
    },
  }
}

const release = (client: EventStoreDBClient) => waitAtMost(RELEASE_MS, client.dispose())
