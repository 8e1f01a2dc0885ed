import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import pg from 'pg'
import { type Logger, silentLogger } from '#kernel/platform/logger.ts'
import { append } from './protocol/append.ts'
import { batchAppend } from './protocol/batch-append.ts'
import { softDelete, tombstone } from './protocol/delete.ts'
import { readGossip } from './protocol/gossip.ts'
import { createOpenCalls } from './protocol/open-calls.ts'
import { read } from './protocol/read.ts'
import { getSupportedMethods } from './protocol/server-features.ts'
import { readHistory } from './storage/history.ts'
import { insertEvents, readHead } from './storage/log-table.ts'
import { openOwnerConnection } from './storage/owner-connection.ts'
import { createTail } from './tail.ts'
import { createLogWriter } from './writing/log-writer.ts'
import { createStreamStates } from './writing/stream-states.ts'

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
const READ_CONNECTIONS = 6
const SHUTDOWN_TIMEOUT_MS = 3000

export interface EventStoreNodeOptions {
  readonly databaseUrl: string
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  readonly logger?: Logger
  /** The node has lost its database, and with it the right to write: it serves no more. */
  readonly onLost?: (error: Error) => void
}

export interface EventStoreNode {
  readonly port: number
  /** Finishes the appends in flight, ends subscriptions, releases the log. */
  readonly close: () => Promise<void>
}

/** Serves the EventStoreDB protocol from the log in a PostgreSQL database, which it alone may write. */
export async function startEventStoreNode(options: EventStoreNodeOptions): Promise<EventStoreNode> {
  const { databaseUrl, host, logger = silentLogger } = options
  const owner = await openOwnerConnection(databaseUrl)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'event store reader',
    max: READ_CONNECTIONS,
  })
  pool.on('error', (error) => logger.warn({ err: error }, 'lost a reading connection'))
  const head = await readHead(owner)
  let created = head.created
  const tail = createTail(head.position)
  const server = createServer()
  const openCalls = createOpenCalls()
  let isClosing = false
  const writer = createLogWriter({
    states: createStreamStates(pool),
    head: () => ({ position: tail.head(), created }),
    history: (needed) => readHistory(pool, needed),
    insert: (events) => insertEvents(owner, events),
    publish: (events) => {
      created = events.at(-1)?.created ?? created
      tail.publish(events)
    },
    onFailure: (error) => {
      if (isClosing) return
      isClosing = true
      logger.fatal({ err: error }, 'the log is lost')
      server.forceShutdown()
      options.onLost?.(error)
    },
  })
  owner.on('error', writer.fail)
  owner.on('end', () => writer.fail(new Error('the connection that owns the log has ended')))
  let port = options.port
  server.addService(features.ServerFeaturesService, { getSupportedMethods })
  server.addService(gossip.GossipService, { read: readGossip(() => ({ host, port })) })
  server.addService(streams.StreamsService, {
    append: append(writer),
    batchAppend: batchAppend(writer, openCalls),
    read: read({ pool, tail }, openCalls),
    delete: softDelete(writer),
    tombstone: tombstone(writer),
  })
  port = await listen(server, `${host}:${options.port}`)
  logger.info({ host, port, head: String(head.position) }, 'event store node is ready')
  return {
    port,
    close: async () => {
      isClosing = true
      await writer.close()
      openCalls.endAll()
      await shutDown(server)
      await Promise.all([pool.end(), owner.end()])
    },
  }
}

const createServer = () =>
  new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 10_000,
  })

const listen = (server: Server, address: string) =>
  new Promise<number>((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port)
      else reject(error)
    })
  })

async function shutDown(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    server.forceShutdown()
    resolve()
  }, SHUTDOWN_TIMEOUT_MS)
  server.tryShutdown(() => resolve())
  await promise
  clearTimeout(timer)
}
