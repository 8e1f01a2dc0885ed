import { EventStoreDBClient } from '@eventstore/db-client'
import type { Logger } from '../logger.ts'
import { waitAtMost } from '../timing.ts'
import { isRefusal, isSenseless } from './errors.ts'

const FAILURES_BEFORE_A_NEW_CLIENT = 5
const RELEASE_MS = 2_000

/** The client in use; a new one takes its place when it has failed several times in a row. */
export interface Connection {
  readonly client: () => EventStoreDBClient
  /** Aborted when the client that is now in use is given up: its calls then end without an error. */
  readonly inUse: () => AbortSignal
  readonly closed: AbortSignal
  /** Stands for the node that is spoken to; another object after the client has gone to another node. */
  readonly node: () => Promise<object>
  /** Epoch milliseconds of the last sign of life of the node. */
  readonly heardAt: () => number
  readonly heard: () => void
  /** Takes a new client, which looks for a node afresh. */
  readonly replace: (reason: Error) => void
  /** Each kind of use reports for itself: reads that go well must not hide appends that all fail. */
  readonly reporter: () => Reporter
  readonly close: () => Promise<void>
}

interface Reporter {
  readonly answered: () => void
  readonly failed: (reason: Error) => void
}

export function createConnection(url: string, logger: Logger): Connection {
  const closing = new AbortController()
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
    logger.warn({ err: reason }, 'event store: taking a new client')
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
    },
  }
}

const release = (client: EventStoreDBClient) => waitAtMost(RELEASE_MS, client.dispose())

/** A member of a cluster that is frozen must not hold up the search for one that serves. */
const PATIENCE = { gossipTimeout: '1', maxDiscoverAttempts: '3' }
const KEEP_ALIVE_TIMEOUT_MS = 10_000

/**
 * The URL with what it leaves open; what it says itself counts. gRPC shares one connection among all
 * clients with equal options to the same address: a new client must not get the frozen one.
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
