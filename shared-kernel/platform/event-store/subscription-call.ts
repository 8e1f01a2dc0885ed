import type { ClientReadableStream } from '@grpc/grpc-js'
import { asError } from './errors.ts'
import { pageFrom } from './log-page.ts'
import type { LogPosition } from './log-position.ts'
import { type LogFilter, logRequest } from './log-request.ts'
import { convertToCommandError, type StoreClient } from './store-client.ts'
import { streamServices } from './store-protocol.ts'

interface SubscriptionRequest<Received> {
  /** The first event that comes is the one behind it. */
  readonly after: LogPosition | 'end'
  readonly filter: LogFilter | undefined
  readonly requiresLeader?: boolean
  readonly decode: (response: Buffer) => Received
}

interface Events<Received> {
  readonly received: (received: Received) => void
  readonly over: (reason: Error) => void
}

/** The store waits while it is paused. */
export interface SubscriptionCall {
  readonly pause: () => void
  readonly resume: () => void
  readonly isPaused: () => boolean
  /** No callback follows after this. */
  readonly cancel: () => void
}

const { read } = streamServices.StreamsService

/**
 * Replaces the client's `subscribeToAll`, which converts each event twice and lets signals overtake
 * events. Here all that comes is decoded once, and given in the order in which the store sent it.
 */
export function openSubscriptionCall<Received>(
  client: StoreClient,
  { after, filter, decode, requiresLeader = false }: SubscriptionRequest<Received>,
  events: Events<Received>,
): SubscriptionCall {
  let call: ClientReadableStream<Received> | undefined
  let isPaused = false
  let isOver = false

  function over(reason: Error) {
    if (isOver) return
    isOver = true
    events.over(reason)
  }

  function listen(opened: ClientReadableStream<Received>) {
    call = opened
    opened.on('data', (received: Received) => {
      if (!isOver) events.received(received)
    })
    opened.on('error', (error) => over(convertToCommandError(error)))
    opened.on('end', () => over(new Error('the store ended the subscription')))
    if (isPaused) opened.pause()
    if (isOver) cancelSoon(opened)
  }

  // Only the client knows how to connect and how to follow the leader, so it opens the call.
  const open = client['GRPCStreamCreator'](streamServices.StreamsClient, 'subscribe', (node) => {
    const opened = node.makeServerStreamRequest(
      read.path,
      read.requestSerialize,
      decode,
      logRequest({
        from: after === 'end' ? after : pageFrom(after),
        isBackwards: false,
        extent: 'subscription',
        filter,
      }),
      ...client['callArguments']({ requiresLeader }, { deadline: Infinity }),
    )
    listen(opened)
    return opened
  })
  open().catch((error: unknown) => over(asError(error)))

  return {
    pause() {
      isPaused = true
      call?.pause()
    },
    resume() {
      isPaused = false
      call?.resume()
    },
    isPaused: () => isPaused,
    cancel() {
      isOver = true
      if (call !== undefined) cancelSoon(call)
    },
  }
}

/** A call that is cancelled while it gives an event fails (grpc-node 1464, 1652). */
const cancelSoon = (call: ClientReadableStream<unknown>) => void setImmediate(() => call.cancel())
