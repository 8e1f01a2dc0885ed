import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream, ServiceError } from '@grpc/grpc-js'
import type { Subscriber } from '../reading/subscriber.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import type { Tail } from '../tail.ts'
import { caughtUpMessage, checkpointMessage, eventMessage } from './read-messages.ts'

/** The answering half of a read: no faster than the client takes it, silent once it has gone. */
export interface Outgoing {
  readonly isGone: () => boolean
  /** Undefined when the client can take more at once. */
  readonly send: (message: streams.ReadResp) => Promise<void> | undefined
  readonly event: (event: RecordedEvent) => Promise<void> | undefined
  readonly end: () => void
  readonly fail: (error: ServiceError) => void
  readonly subscriber: (tail: Tail) => Subscriber
}

export function createOutgoing(
  call: ServerWritableStream<streams.ReadReq, streams.ReadResp>,
  uuidsAsText: boolean,
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
  call.on('drain', wakeUp)

  const untilWoken = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  const send = (message: streams.ReadResp) =>
    isGone || call.write(message) ? undefined : untilWoken()
  const event = (recorded: RecordedEvent) =>
    isGone ? undefined : send(eventMessage(recorded, uuidsAsText))
  return {
    isGone: () => isGone,
    send,
    event,
    end: () => {
      if (isGone) return
      leave()
      call.end()
    },
    fail: (error) => {
      if (isGone) return
      leave()
      call.emit('error', error)
    },
    subscriber: (tail) => ({
      isGone: () => isGone,
      event,
      checkpoint: (position) => send(checkpointMessage(position)),
      caughtUp: () => send(caughtUpMessage()),
      somethingNew: async (condition) => {
        if (isGone || condition()) return
        const stopListening = tail.onPublished(wakeUp)
        await untilWoken()
        stopListening()
      },
    }),
  }
}
