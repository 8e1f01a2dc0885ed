import { randomUUID } from 'node:crypto'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import { isLink, resolveLink } from '../reading/links.ts'
import { oneAhead } from '../reading/one-ahead.ts'
import { logBackwards, logForwards } from '../reading/read-log.ts'
import { readState, readStream } from '../reading/read-stream.ts'
import { followLog, type LogSource } from '../reading/subscribe-log.ts'
import { followStream } from '../reading/subscribe-stream.ts'
import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'
import { isMissing, lastRevision } from '../writing/stream-state.ts'
import type { Frames } from './frames.ts'
import type { OpenCalls } from './open-calls.ts'
import { createOutgoing, type Outgoing, subscriberOf } from './outgoing.ts'
import { confirmationMessage, streamNotFoundMessage } from './read-messages.ts'
import {
  type FollowLog,
  type FollowStream,
  type Place,
  type ReadLog,
  type ReadRequest,
  type ReadStream,
  readRequest,
} from './read-request.ts'
import { closing, invalid, serviceError, unexpected } from './refusal.ts'

type Call = ServerWritableStream<streams.ReadReq, Frames>

/** Reads and subscriptions: of a stream or of the whole log. */
export function read(source: LogSource, openCalls: OpenCalls, onHandedOut: () => void) {
  return (call: Call): void => {
    const options = call.request.getOptions()
    const resolve = (event: RecordedEvent) =>
      isLink(event) ? resolveLink(source.pool, event) : undefined
    const outgoing = createOutgoing(call, {
      uuidsAsText: options?.getUuidOption()?.hasString() === true,
      resolve: options?.getResolveLinks() === true ? resolve : undefined,
      onHandedOut,
    })
    // A read that ends early must not look like a whole one; a subscription just ends.
    const endEarly = () =>
      options?.hasSubscription() === true ? outgoing.end() : outgoing.fail(serviceError(closing()))
    const forget = openCalls.add(endEarly)
    void answer(source, outgoing, options).finally(forget)
  }
}

async function answer(
  source: LogSource,
  outgoing: Outgoing,
  options: streams.ReadReq.Options | undefined,
): Promise<void> {
  let stream: string | undefined
  try {
    const request = readRequest(options)
    if ('stream' in request) ({ stream } = request)
    await perform(source, outgoing, request)
    outgoing.end()
  } catch (error) {
    outgoing.fail(serviceError(error, stream))
  }
}

function perform(source: LogSource, outgoing: Outgoing, request: ReadRequest) {
  switch (request.kind) {
    case 'read-stream':
      return sendStream(source, outgoing, request)
    case 'read-log':
      return sendLog(source, outgoing, request)
    case 'follow-stream':
      return sendStreamAsItGrows(source, outgoing, request)
    case 'follow-log':
      return sendLogAsItGrows(source, outgoing, request)
    default:
      return request satisfies never
  }
}

async function sendStream({ pool }: LogSource, outgoing: Outgoing, request: ReadStream) {
  const { stream, place, backwards } = request
  if (place === 'end' && !backwards) throw unexpected('ReadStreamResult')
  const from = place === 'start' ? 0n : place === 'end' ? TOMBSTONE_REVISION : place
  const { state, pages } = await readStream(pool, { ...request, from })
  if (isMissing(state, stream)) await outgoing.send(streamNotFoundMessage(stream))
  else await sendPages(outgoing, pages)
}

async function sendLog({ pool, tail }: LogSource, outgoing: Outgoing, request: ReadLog) {
  const head = tail.head()
  refuseBeyond(head, request.place)
  const from = logPlace(request.place, { start: request.backwards ? 0n : 1n, end: head + 1n })
  const pages = request.backwards ? logBackwards : logForwards
  await sendPages(outgoing, pages(pool, { ...request, from, head }))
}

async function sendStreamAsItGrows(source: LogSource, outgoing: Outgoing, request: FollowStream) {
  const { stream, place } = request
  const state = await readState(source.pool, stream)
  await outgoing.send(confirmationMessage(randomUUID()))
  const after = place === 'start' ? -1n : place === 'end' ? lastRevision(state, stream) : place
  await followStream(source, subscriberOf(outgoing, source.tail), { stream, after })
}

async function sendLogAsItGrows(source: LogSource, outgoing: Outgoing, request: FollowLog) {
  const { place } = request
  await outgoing.send(confirmationMessage(randomUUID()))
  // From beyond the end it waits until the log has come there.
  const after = place === 'start' ? 0n : place === 'end' ? source.tail.head() : place
  await followLog(source, subscriberOf(outgoing, source.tail), { after, filter: request.filter })
}

/** The place right behind the last event is still one where reading may start. */
function refuseBeyond(head: bigint, place: Place) {
  if (typeof place === 'bigint' && place > head + 1n) {
    throw invalid('Trying to read from an invalid position.')
  }
}

function logPlace(place: Place, { start, end }: { start: bigint; end: bigint }): bigint {
  if (place === 'start' || (place !== 'end' && place < start)) return start
  return place === 'end' || place > end ? end : place
}

async function sendPages(outgoing: Outgoing, pages: AsyncGenerator<readonly RecordedEvent[]>) {
  for await (const page of oneAhead(pages)) {
    for (const event of page) {
      const sent = outgoing.event(event)
      if (sent !== undefined) await sent
    }
    if (outgoing.isGone()) return
  }
}
