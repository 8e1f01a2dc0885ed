import type { ServerWritableStream, ServiceError } from '@grpc/grpc-js'
import type { streams } from '#kernel/platform/event-store/store-protocol.ts'
import type { ResolvedEvent } from '../reading/links.ts'
import type { Subscriber } from '../reading/subscriber.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import type { Tail } from '../tail.ts'
import { eventFrame } from './event-frame.ts'
import { createFrameQueue, type Frames } from './frames.ts'
import { caughtUpMessage, checkpointMessage } from './read-messages.ts'
import { framed } from './wire.ts'

/** The response side of a read. It waits for a slow client and sends nothing after a disconnect. */
export interface Outgoing {
  readonly isGone: () => boolean
  /** Undefined if the client accepts more at once. */
  readonly send: (message: streams.ReadResp) => Promise<void> | undefined
  readonly event: (event: RecordedEvent) => Promise<void> | undefined
  readonly end: () => void
  readonly fail: (error: ServiceError) => void
  /** Resolves when something is published or the client has disconnected. */
  readonly untilPublished: (tail: Tail) => Promise<void>
}

export interface OutgoingOptions {
  readonly uuidsAsText: boolean
  /** Resolves a link if the client asks for it; undefined for an event that is no link. */
  readonly resolve?: ((event: RecordedEvent) => Promise<ResolvedEvent> | undefined) | undefined
  readonly onHandedOut: () => void
}

export function createOutgoing(
  call: ServerWritableStream<streams.ReadReq, Frames>,
  { uuidsAsText, resolve, onHandedOut }: OutgoingOptions,
): Outgoing {
  let isGone = false
  let wake: (() => void) | undefined
  const wakeUp = () => {
    wake?.()
    wake = undefined
  }
  const leave = () => {
    isGone = true
    wakeUp()
  }
  call.on('cancelled', leave)
  call.on('close', leave)

  const untilWoken = () =>
    new Promise<void>((done) => {
      wake = done
    })
  const frames = createFrameQueue(call, wakeUp)
  const sendFrame = (frame: Buffer) => {
    frames.add(frame)
    return frames.isFull() ? untilWoken() : undefined
  }
  const send = (message: streams.ReadResp) =>
    isGone ? undefined : sendFrame(framed(message.serializeBinary()))
  const handOut = (event: ResolvedEvent) => {
    if (isGone) return undefined
    onHandedOut()
    return sendFrame(eventFrame(event, uuidsAsText))
  }
  const event = (recorded: RecordedEvent) => {
    const resolved = resolve?.(recorded)
    return resolved === undefined ? handOut({ event: recorded }) : resolved.then(handOut)
  }
  return {
    isGone: () => isGone,
    send,
    event,
    end: () => {
      if (isGone) return
      leave()
      frames.flush()
      call.end()
    },
    fail: (error) => {
      if (isGone) return
      leave()
      // Earlier messages are sent first.
      frames.whenSent(() => call.emit('error', error))
    },
    untilPublished: async (tail) => {
      if (isGone) return
      const stopListening = tail.onPublished(wakeUp)
      await untilWoken()
      stopListening()
    },
  }
}

export const subscriberOf = (outgoing: Outgoing, tail: Tail): Subscriber => ({
  isGone: outgoing.isGone,
  event: outgoing.event,
  checkpoint: (position) => outgoing.send(checkpointMessage(position)),
  caughtUp: () => outgoing.send(caughtUpMessage()),
  somethingNew: async (condition) => {
    if (!condition()) await outgoing.untilPublished(tail)
  },
})
