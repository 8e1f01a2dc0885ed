import { randomUUID } from 'node:crypto'
import type { ServerWritableStream } from '@grpc/grpc-js'
import type { streams } from '#kernel/platform/event-store/store-protocol.ts'
import { isLink, resolveLink } from '../reading/links.ts'
import { oneAhead } from '../reading/one-ahead.ts'
import { LOG_START, logBackwards, logForwards } from '../reading/read-log.ts'
import { readState, readStream } from '../reading/read-stream.ts'
import { followLog, type LogSource } from '../reading/subscribe-log.ts'
import { followStream } from '../reading/subscribe-stream.ts'
import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'
import { hasEventAt } from '../storage/log-table.ts'
import { firstFrom } from '../storage/scavenge.ts'
import { isMissing, lastRevision } from '../writing/stream-state.ts'
import type { Access } from './access.ts'
import type { Frames } from './frames.ts'
import type { OpenCalls } from './open-calls.ts'
import { createOutgoing, type Outgoing, subscriberOf } from './outgoing.ts'
import { confirmationMessage, streamNotFoundMessage } from './read-messages.ts'
import {
  type FollowLog,
  type FollowStream,
  type ReadLog,
  type ReadRequest,
  type ReadStream,
  readRequest,
} from './read-request.ts'
import { closing, Refusal, readDenied, serviceError, unexpected } from './refusal.ts'

type Call = ServerWritableStream<streams.ReadReq, Frames>

/** Reads and subscriptions: of a stream or of the whole log. */
export function read(
  source: LogSource,
  openCalls: OpenCalls,
  onHandedOut: () => void,
  access: Pick<Access, 'mayRead'>,
) {
  return (call: Call): void => {
    const options = call.request.getOptions()
    const resolve = (event: RecordedEvent) =>
      isLink(event) ? resolveLink(source.pool, event) : undefined
    const outgoing = createOutgoing(call, {
      uuidsAsText: options?.getUuidOption()?.hasString() === true,
      resolve: options?.getResolveLinks() === true ? resolve : undefined,
      onHandedOut,
    })
    // A read that ends early must not look complete; a subscription may just end.
    const endEarly = () =>
      options?.hasSubscription() === true ? outgoing.end() : outgoing.fail(serviceError(closing()))
    const forget = openCalls.add(endEarly)
    void answer(source, outgoing, options, access).finally(forget)
  }
}

async function answer(
  source: LogSource,
  outgoing: Outgoing,
  options: streams.ReadReq.Options | undefined,
  { mayRead }: Pick<Access, 'mayRead'>,
): Promise<void> {
  let stream: string | undefined
  try {
    const request = readRequest(options)
    if ('stream' in request) ({ stream } = request)
    if (!mayRead(stream ?? '$all')) throw readDenied()
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

async function sendStream({ pool, behaviour }: LogSource, outgoing: Outgoing, request: ReadStream) {
  const { stream, place, backwards } = request
  if (place === 'end' && !backwards) throw unexpected('ReadStreamResult', behaviour)
  const from = place === 'start' ? 0n : place === 'end' ? TOMBSTONE_REVISION : place
  const { state, pages } = await readStream(pool, { ...request, from })
  if (isMissing(state, stream)) await outgoing.send(streamNotFoundMessage(stream))
  else await sendPages(outgoing, pages)
}

async function sendLog(source: LogSource, outgoing: Outgoing, request: ReadLog) {
  const { tail, pool, behaviour } = source
  const { place, backwards } = request
  const head = tail.head()
  const end = tail.end()
  if (backwards) {
    const before = place === 'start' ? LOG_START : place === 'end' ? end : place
    if (before > end) throw unexpected('ReadAllResult', behaviour)
    if (before !== LOG_START && before !== end && !(await isEvent(source, before))) {
      throw unexpected('ReadAllResult', behaviour, behaviour.unreadable)
    }
    await sendPages(outgoing, logBackwards(pool, { ...request, before }))
    return
  }
  // A position beyond the head may exist later.
  if (place === 'end' || (place !== 'start' && place >= end)) return
  const isInclusive = place !== 'start'
  const after = isInclusive ? place : LOG_START
  if (isInclusive && !(await isEvent(source, after)))
    throw unexpected('ReadAllResult', behaviour, behaviour.unreadable)
  await sendPages(outgoing, logForwards(pool, { ...request, after, isInclusive, head }))
}

/** Whether an event has, or had, exactly this position. */
const isEvent = async ({ tail, pool, scavenged }: LogSource, place: bigint) =>
  scavenged.has(place) || (tail.holds(place) ?? (await hasEventAt(pool, place)))

async function sendStreamAsItGrows(source: LogSource, outgoing: Outgoing, request: FollowStream) {
  const { stream, place } = request
  const state = await readState(source.pool, stream)
  await outgoing.send(confirmationMessage(randomUUID()))
  const after = place === 'start' ? -1n : place === 'end' ? lastRevision(state, stream) : place
  await followStream(source, subscriberOf(outgoing, source.tail), { stream, after })
}

async function sendLogAsItGrows(source: LogSource, outgoing: Outgoing, request: FollowLog) {
  const { place, filter } = request
  const { tail, behaviour } = source
  const isBeyond = place === 'end' || (place !== 'start' && place >= tail.end())
  const known = place === 'start' ? LOG_START : isBeyond ? tail.head() : place
  const after =
    source.scavenged.has(known) && behaviour.resumesBehindNext
      ? await firstFrom(source.pool, known)
      : known
  if (after !== LOG_START && !(await isEvent(source, after))) {
    const { code, message } = behaviour.notToBeFollowed
    throw new Refusal(code, message)
  }
  await outgoing.send(confirmationMessage(randomUUID()))
  await followLog(source, subscriberOf(outgoing, tail), { after, filter })
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
