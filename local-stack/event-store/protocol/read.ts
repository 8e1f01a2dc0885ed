import { randomUUID } from 'node:crypto'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import { logBackwards, logForwards } from '../reading/read-log.ts'
import { readState, streamBackwards, streamForwards } from '../reading/read-stream.ts'
import { followLog, type LogSource } from '../reading/subscribe-log.ts'
import { followStream } from '../reading/subscribe-stream.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { isMissing, lastRevision, type StreamState } from '../writing/stream-state.ts'
import type { OpenCalls } from './open-calls.ts'
import { createOutgoing, type Outgoing } from './outgoing.ts'
import { confirmationMessage, eventMessage, streamNotFoundMessage } from './read-messages.ts'
import { type Place, type ReadRequest, readRequest } from './read-request.ts'
import { invalid, serviceError } from './refusal.ts'

type Call = ServerWritableStream<streams.ReadReq, streams.ReadResp>
type StreamSource = Extract<ReadRequest['source'], { readonly kind: 'stream' }>
type WholeLog = Extract<ReadRequest['source'], { readonly kind: 'log' }>

/** Reads and subscriptions: of a stream or of the whole log. */
export function read(source: LogSource, openCalls: OpenCalls) {
  return (call: Call): void => {
    const outgoing = createOutgoing(call)
    const forget = openCalls.add(outgoing.end)
    void answer(source, outgoing, call.request).finally(forget)
  }
}

async function answer(source: LogSource, outgoing: Outgoing, message: streams.ReadReq) {
  let stream: string | undefined
  try {
    const request = readRequest(message)
    if (request.source.kind === 'stream') {
      stream = request.source.stream
      await answerStream(source, outgoing, { ...request, source: request.source })
    } else await answerLog(source, outgoing, { ...request, source: request.source })
    outgoing.end()
  } catch (error) {
    outgoing.fail(serviceError(error, stream))
  }
}

async function answerStream(
  source: LogSource,
  outgoing: Outgoing,
  {
    source: { stream, place },
    maxCount,
    backwards,
    uuidsAsText,
  }: ReadRequest & {
    readonly source: StreamSource
  },
): Promise<void> {
  const state = await readState(source.pool, stream)
  if (maxCount === undefined) {
    await outgoing.send(confirmationMessage(randomUUID()))
    const after = revisionBefore(place, state, stream)
    return followStream(source, outgoing.subscriber(source.tail, uuidsAsText), { stream, after })
  }
  if (isMissing(state, stream)) return outgoing.send(streamNotFoundMessage(stream))
  const last = lastRevision(state, stream)
  const from = place === 'start' ? 0n : place === 'end' ? last + (backwards ? 0n : 1n) : place
  const read = { stream, state, from, maxCount }
  const pages = backwards ? streamBackwards : streamForwards
  return sendPages(outgoing, pages(source.pool, read), uuidsAsText)
}

function revisionBefore(place: Place, state: StreamState, stream: string): bigint {
  if (place === 'start') return -1n
  return place === 'end' ? lastRevision(state, stream) : place
}

async function answerLog(
  source: LogSource,
  outgoing: Outgoing,
  {
    source: { place, filter },
    maxCount,
    backwards,
    uuidsAsText,
  }: ReadRequest & {
    readonly source: WholeLog
  },
): Promise<void> {
  const head = source.tail.head()
  if (typeof place === 'bigint' && place > head + 1n) {
    throw invalid('Trying to read from an invalid position.')
  }
  if (maxCount === undefined) {
    await outgoing.send(confirmationMessage(randomUUID()))
    const after = place === 'start' ? 0n : place === 'end' || place > head ? head : place
    return followLog(source, outgoing.subscriber(source.tail, uuidsAsText), { after, filter })
  }
  const start = backwards ? 0n : 1n
  const from = place === 'start' ? start : place === 'end' ? head + 1n : place
  const pages = backwards ? logBackwards : logForwards
  return sendPages(
    outgoing,
    pages(source.pool, { from: from < start ? start : from, maxCount, head, filter }),
    uuidsAsText,
  )
}

async function sendPages(
  outgoing: Outgoing,
  pages: AsyncIterable<readonly RecordedEvent[]>,
  uuidsAsText: boolean,
): Promise<void> {
  for await (const page of pages) {
    for (const event of page) {
      const wait = outgoing.send(eventMessage(event, uuidsAsText))
      if (wait !== undefined) await wait
    }
    if (outgoing.isGone()) return
  }
}
