import { EventStoreDBClient } from '@eventstore/db-client'
import type { Logger } from '../logger.ts'
import { waitAtMost } from '../timing.ts'
import { isRefusal, isSenseless } from './errors.ts'
import { widenFlowControl } from './flow-control.ts'

const FAILURES_BEFORE_A_NEW_CLIENT = 5
const RELEASE_MS = 2_000

/** The current client; it is replaced after several failures in a row. */
export interface Connection {
  readonly client: () => EventStoreDBClient
  /** Aborted when the current client is replaced: its calls then end without an error. */
  readonly inUse: () => AbortSignal
  readonly closed: AbortSignal
  /** Identifies the node that the client is connected to: another object means another node. */
  readonly node: () => Promise<object>
  /** Epoch milliseconds of the last sign of life of the node. */
  readonly heardAt: () => number
  readonly heard: () => void
  /** Replaces the client; the new one discovers a node again. */
  readonly replace: (reason: Error) => void
  /** One reporter for each kind of use: successful reads must not hide failing appends. */
  readonly reporter: () => Reporter
  readonly close: () => Promise<void>
}

interface Reporter {
  readonly answered: () => void
  readonly failed: (reason: Error) => void
}

export function createConnection(url: string, logger: Logger): Connection {
  const closing = new AbortController()
  const flowControl = widenFlowControl()
  let clients = 0
  let client = newClient()
  let use = new AbortController()
  let heardAt = Date.now()
  const heard = () => {
    heardAt = Date.now()
  }

  function newClient() {
    clients += 1
    return EventStoreDBClient.connectionString(withPatience(url, clients))
  }

  function replace(reason: Error) {
    if (closing.signal.aborted) return
    logger.warn({ err: reason }, 'event store: replacing the client')
    const given = { client, use }
    client = newClient()
    use = new AbortController()
    heard()
    given.use.abort(reason)
    void release(given.client)
  }

  return {
    client: () => client,
    inUse: () => use.signal,
    closed: closing.signal,
    node: () => client['getChannel'](),
    heardAt: () => heardAt,
    heard,
    replace,
    reporter: () => {
      let failuresInARow = 0
      return {
        answered: () => {
          failuresInARow = 0
          heard()
        },
        failed: (reason) => {
          if (isRefusal(reason) || isSenseless(reason)) return
          failuresInARow += 1
          if (failuresInARow % FAILURES_BEFORE_A_NEW_CLIENT === 0) replace(reason)
        },
      }
    },
    close: async () => {
      closing.abort()
      use.abort()
      await release(client)
      flowControl.close()
    },
  }
}

const release = (client: EventStoreDBClient) => waitAtMost(RELEASE_MS, client.dispose())

/** A frozen member of a cluster must not delay the search for one that answers. */
const PATIENCE = { gossipTimeout: '1', maxDiscoverAttempts: '3' }
const KEEP_ALIVE_TIMEOUT_MS = 10_000

/**
 * The URL, completed with our defaults for options that it does not set. gRPC shares one connection
 * among all clients with equal options and the same address; the number of the client makes its
 * options different, so that a new client does not get the frozen connection.
 */
export function withPatience(url: string, client = 0): string {
  const [, query = ''] = url.split('?', 2)
  const given = new Set([...new URLSearchParams(query).keys()].map((key) => key.toLowerCase()))
  const own = { ...PATIENCE, keepAliveTimeout: String(KEEP_ALIVE_TIMEOUT_MS + client) }
  const missing = Object.entries(own).filter(([key]) => !given.has(key.toLowerCase()))
  const added = new URLSearchParams(missing).toString()
  if (added === '') return url
  return query === '' ? `${url.replace(/\?$/, '')}?${added}` : `${url}&${added}`
}
