import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerWritableStream,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js'
import { onTestFinished } from 'vitest'
import { type ClusterMember, readGossip } from '#stack/event-store/protocol/gossip.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'

/** A wire between the adapter and the node that loses or changes what the test tells it to. */
export interface Relay {
  readonly url: string
  readonly port: number
  /** The number of appends answered with NotLeader. */
  readonly notLeaderAnswers: () => number
  /** Answers that went through to the adapter. */
  readonly answers: () => number
  /** Requests of appends that are open or come later no longer reach the node. */
  loseRequests: boolean
  /** What the adapter gets for an append, which then does not reach the node; undefined: the node's own answer. */
  refuse: ((request: Buffer) => Buffer) | undefined
  /** The port of the leader that appends are sent on to, as by a follower; undefined: they are taken. */
  leaderPort: number | undefined
  /** What the adapter gets for the answer to an append; undefined: nothing. */
  changeAnswer: (answer: Buffer) => Buffer | undefined | Promise<Buffer>
  /** What the adapter gets for an answer to this request to read; undefined: nothing. */
  changeRead: (answer: Buffer, request: Buffer) => Buffer | undefined
  /** Calls that are open now stay open, but no answer gets through any more. */
  readonly silenceOpenCalls: () => void
  /** Answers to calls that are open now wait until the returned function is called. */
  readonly holdOpenCalls: () => () => void
  /** Ends the calls that are open now, without an error. */
  readonly endOpenCalls: () => void
  readonly openCalls: () => number
}

type AppendCall = ServerDuplexStream<Buffer, Buffer>
type ReadCall = ServerWritableStream<Buffer, Buffer>

interface Upstream {
  on(event: 'data', listener: (message: Buffer) => void): unknown
  on(event: 'end', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  cancel(): void
  pause(): unknown
  resume(): unknown
}

const asIs = (message: Buffer) => message
const raw = {
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
}
const path = '/event_store.client.streams.Streams'
const service = {
  read: { path: `${path}/Read`, requestStream: false, responseStream: true, ...raw },
  batchAppend: { path: `${path}/BatchAppend`, requestStream: true, responseStream: true, ...raw },
} satisfies ServiceDefinition

/** With `members` its gossip speaks of a cluster. */
export async function relayForThisTest(
  nodePort: number,
  members?: () => readonly ClusterMember[],
): Promise<Relay> {
  const node = new Client(`127.0.0.1:${nodePort}`, credentials.createInsecure())
  const server = new Server()
  const wire = createWire()
  let notLeaderAnswers = 0
  if (members !== undefined) {
    server.addService(gossip.GossipService, { read: readGossip(members, Date.now) })
  }
  server.addService(service, {
    read: (call: ReadCall) => {
      const { request, metadata } = call
      const { path: method } = service.read
      const passed = forwarded(metadata)
      const upstream = node.makeServerStreamRequest(method, asIs, asIs, request, passed)
      wire.join(upstream, call, (answer) => wire.relay.changeRead(answer, request))
    },
    batchAppend: (call: AppendCall) => {
      const { leaderPort } = wire.relay
      if (leaderPort !== undefined) {
        notLeaderAnswers += 1
        return void call.emit('error', notLeader(leaderPort))
      }
      const { path: method } = service.batchAppend
      const upstream = node.makeBidiStreamRequest(method, asIs, asIs, forwarded(call.metadata))
      call.on('data', (message: Buffer) => {
        const { refuse, loseRequests } = wire.relay
        if (refuse !== undefined) call.write(refuse(message))
        else if (!loseRequests) upstream.write(message)
      })
      call.on('end', () => upstream.end())
      wire.join(upstream, call, (answer) => wire.relay.changeAnswer(answer))
      return undefined
    },
  })
  const port = await listen(server)
  onTestFinished(() => {
    server.forceShutdown()
    node.close()
  })
  return Object.assign(wire.relay, {
    url: eventStoreUrl(port),
    port,
    notLeaderAnswers: () => notLeaderAnswers,
  })
}

function createWire() {
  const open = new Set<AppendCall | ReadCall>()
  const silenced = new WeakSet<object>()
  const held = new Map<object, Promise<void>>()
  let answers = 0

  function join(
    upstream: Upstream,
    call: AppendCall | ReadCall,
    change: Relay['changeAnswer'] = asIs,
  ) {
    open.add(call)
    call.on('cancelled', () => upstream.cancel())
    call.on('close', () => open.delete(call))
    call.on('drain', () => upstream.resume())
    async function pass(message: Buffer) {
      const answer = silenced.has(call) ? undefined : change(message)
      if (answer === undefined) return
      const passed = answer instanceof Promise ? await answer : answer
      await held.get(call)
      answers += 1
      if (!call.write(passed)) upstream.pause()
    }
    let passing: Promise<unknown> = Promise.resolve()
    upstream.on('data', (message) => {
      passing = Promise.all([passing, pass(message)])
    })
    // The end may be known before the last messages have been passed on.
    upstream.on('end', () => void passing.finally(() => call.end()))
    upstream.on('error', (error) => call.emit('error', error))
  }

  const relay: Omit<Relay, 'url' | 'port' | 'notLeaderAnswers'> = {
    answers: () => answers,
    loseRequests: false,
    refuse: undefined,
    leaderPort: undefined,
    changeAnswer: asIs,
    changeRead: asIs,
    silenceOpenCalls: () => {
      for (const call of open) silenced.add(call)
    },
    holdOpenCalls: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      for (const call of open) held.set(call, promise)
      return resolve
    },
    endOpenCalls: () => {
      for (const call of open) call.end()
    },
    openCalls: () => open.size,
  }
  return { relay, join }
}

function notLeader(port: number) {
  const metadata = new Metadata()
  metadata.set('exception', 'not-leader')
  metadata.set('leader-endpoint-host', '127.0.0.1')
  metadata.set('leader-endpoint-port', String(port))
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata }
}

function forwarded(metadata: Metadata) {
  const copy = metadata.clone()
  copy.remove('user-agent')
  return copy
}

const listen = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    )
  })
