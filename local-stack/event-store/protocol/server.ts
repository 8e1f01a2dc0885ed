import { Server, ServerCredentials } from '@grpc/grpc-js'
import {
  featureServices,
  gossipServices,
  streamServices,
} from '#kernel/platform/event-store/store-protocol.ts'
import type { LogSource } from '../reading/subscribe-log.ts'
import type { LogWriter } from '../writing/log-writer.ts'
import { type Access, accessRequired } from './access.ts'
import { append } from './append.ts'
import { batchAppendMethod } from './append-part.ts'
import { batchAppend } from './batch-append.ts'
import { softDelete, tombstone } from './delete.ts'
import { type ClusterMember, readGossip } from './gossip.ts'
import { createOpenCalls } from './open-calls.ts'
import { pipelinedCalls } from './pipelined-calls.ts'
import { read } from './read.ts'
import { accessDenied } from './refusal.ts'
import { getSupportedMethods } from './server-features.ts'
import { wholeRequests } from './whole-requests.ts'

/** Above the limit for an append, so that a larger append is answered with the proper error. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024
const MAX_CALLS_PER_CONNECTION = 1000
const KEEPALIVE_MS = 10_000
const SHUTDOWN_TIMEOUT_MS = 3000

export interface ProtocolServer {
  /** Returns the port; 0 takes any free port. */
  readonly listen: (address: { readonly host: string; readonly port: number }) => Promise<number>
  /** Ends subscriptions normally and other calls with UNAVAILABLE. */
  readonly close: () => Promise<void>
  /** Drops all connections at once. */
  readonly abort: () => void
  readonly figures: () => ServerFigures
}

export interface ServerFigures {
  readonly openCalls: number
  /** The number of events sent since the start. */
  readonly eventsHandedOut: number
}

const streamsService = { ...streamServices.StreamsService, batchAppend: batchAppendMethod }

/** The server's certificate and its key, in PEM. */
export interface ServerIdentity {
  readonly certificate: string
  readonly key: string
}

interface ServerOptions {
  /** Epoch milliseconds, as gossip tells them. */
  readonly clock: () => number
  readonly access: Access
  readonly tls: ServerIdentity | null
  /** Of which cluster its gossip speaks; of itself alone by default. */
  readonly members?: (() => readonly ClusterMember[]) | undefined
}

/** The gRPC services of EventStoreDB that this node offers; all others are UNIMPLEMENTED. */
export function createProtocolServer(
  source: LogSource,
  anybodys: LogWriter,
  { access, tls, members, clock }: ServerOptions,
): ProtocolServer {
  const writer = permitted(anybodys, access)
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': MAX_CALLS_PER_CONNECTION,
    'grpc.keepalive_time_ms': KEEPALIVE_MS,
    'grpc.keepalive_timeout_ms': KEEPALIVE_MS,
    interceptors: [pipelinedCalls, wholeRequests, ...accessRequired(access)],
  })
  const openCalls = createOpenCalls()
  let endpoint = { host: '', port: 0 }
  let eventsHandedOut = 0
  const countEvent = () => {
    eventsHandedOut += 1
  }
  server.addService(featureServices.ServerFeaturesService, {
    getSupportedMethods: getSupportedMethods(source.behaviour.version),
  })
  const itself = () => [{ ...endpoint, isLeader: true, isAlive: true }]
  server.addService(gossipServices.GossipService, { read: readGossip(members ?? itself, clock) })
  server.addService(streamsService, {
    append: append(writer, openCalls, source.behaviour),
    batchAppend: batchAppend(writer, openCalls, source.behaviour),
    read: read(source, openCalls, countEvent, access),
    delete: softDelete(writer),
    tombstone: tombstone(writer),
  })
  return {
    listen: async ({ host, port }) => {
      endpoint = { host, port: await bind(server, `${host}:${port}`, credentialsOf(tls)) }
      return endpoint.port
    },
    close: async () => {
      openCalls.endAll()
      await shutDown(server)
    },
    abort: () => server.forceShutdown(),
    figures: () => ({ openCalls: openCalls.count(), eventsHandedOut }),
  }
}

const permitted = (writer: LogWriter, { mayWrite }: Access): LogWriter => ({
  ...writer,
  write: async (request) => {
    if (!mayWrite(request.stream)) throw accessDenied()
    return writer.write(request)
  },
})

const credentialsOf = (tls: ServerIdentity | null) =>
  tls === null
    ? ServerCredentials.createInsecure()
    : ServerCredentials.createSsl(null, [
        { cert_chain: Buffer.from(tls.certificate), private_key: Buffer.from(tls.key) },
      ])

const bind = (server: Server, address: string, credentials: ServerCredentials) =>
  new Promise<number>((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => {
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
