import type { Logger } from '../process/logger.ts'
import { waitAtMost } from '../waiting/timing.ts'
import { newClient } from './client.ts'
import { isRefusal, isSenseless } from './errors.ts'
import { bytesReceived, widenFlowControl } from './flow-control.ts'
import type { StoreClient } from './store-client.ts'
import { createWaitingRequests, type WaitingRequests } from './waiting-requests.ts'

const FAILURES_BEFORE_A_NEW_CLIENT = 3
const RELEASE_MS = 2_000
/** While the store is away: a new client looks for a node by itself for a while. */
const BETWEEN_CLIENTS_MS = 1_000

/** The current client; it is replaced after several failures in a row. */
export interface Connection extends WaitingRequests {
  readonly client: () => StoreClient
  /** Aborted when the current client is replaced: its calls then end without an error. */
  readonly inUse: () => AbortSignal
  readonly closed: AbortSignal
  /** Identifies the node that the client is connected to: another object means another node. */
  readonly node: () => Promise<object>
  /** The host and port of that node, as the cluster names it; undefined before the first use. */
  readonly target: () => Promise<string | undefined>
  /** Epoch milliseconds of the last sign of life of the node: an answer, or a part of one. */
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
  let isUsed = false
  let clients = 0
  let client = nextClient()
  let use = new AbortController()
  let heardAt = Date.now()
  let replacedAt = Number.NEGATIVE_INFINITY
  let bytes = 0
  const heard = () => {
    heardAt = Date.now()
  }

  function nextClient() {
    clients += 1
    return newClient(url, clients)
  }

  function replace(reason: Error) {
    if (closing.signal.aborted || performance.now() - replacedAt < BETWEEN_CLIENTS_MS) return
    replacedAt = performance.now()
    logger.warn({ err: reason }, 'event store: replacing the client')
    const given = { client, use }
    client = nextClient()
    use = new AbortController()
    heard()
    given.use.abort(reason)
    void release(given.client)
  }

  return {
    client: () => {
      isUsed = true
      return client
    },
    inUse: () => use.signal,
    closed: closing.signal,
    node: () => client['getChannel'](),
    target: async () =>
      isUsed ? (await client['getChannel']()).getTarget().replace(/^dns:/, '') : undefined,
    ...createWaitingRequests(),
    heardAt: () => {
      const before = bytes
      bytes = bytesReceived(client)
      if (bytes > before) heard()
      return heardAt
    },
    heard,
    replace,
    reporter: () => reporterTo(replace, heard),
    close: async () => {
      closing.abort()
      use.abort()
      await release(client)
      flowControl.close()
    },
  }
}

const release = (client: StoreClient) => waitAtMost(RELEASE_MS, client.dispose())

function reporterTo(replace: (reason: Error) => void, heard: () => void): Reporter {
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
}
