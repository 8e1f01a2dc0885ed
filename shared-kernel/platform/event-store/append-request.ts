import type { ExpectedRevision, NewEvent } from './event-store.ts'
import { shared, streams } from './store-protocol.ts'

/** A checked append, which can be sent repeatedly. */
export interface Write {
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly ids: readonly string[]
  readonly messages: readonly streams.BatchAppendReq.ProposedMessage[]
}

/** Writes nothing, and is refused where an append would be. */
export const emptyWrite: Write = {
  stream: 'access-probe',
  expected: 'no_stream',
  ids: [],
  messages: [],
}

/** Throws if the append is invalid, before anything is sent. */
export function writeOf(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): Write {
  if (stream === '') throw new TypeError('an append names its stream')
  if (events.length === 0) throw new TypeError(`an append to ${stream} carries no event`)
  if (expected !== 'no_stream' && !(typeof expected === 'bigint' && expected >= 0n)) {
    throw new TypeError(`an append to ${stream} expects revision ${expected}`)
  }
  return { stream, expected, ids: events.map(({ id }) => id), messages: events.map(messageOf) }
}

/**
 * Without a deadline: the generated code knows it as a moment only, which the store would compare with its own
 * clock. It then keeps to its own time limit for writing.
 */
export function requestOf(write: Write, correlationId: string) {
  const options = new streams.BatchAppendReq.Options()
  options.setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(write.stream)),
  )
  if (write.expected === 'no_stream') options.setNoStream(new shared.Empty())
  else options.setStreamPosition(write.expected.toString())
  const request = new streams.BatchAppendReq()
  request.setCorrelationId(new shared.UUID().setString(correlationId))
  request.setOptions(options)
  request.setProposedMessagesList([...write.messages])
  request.setIsFinal(true)
  return request
}

function messageOf({ id, type, data, metadata }: NewEvent) {
  if (!uuid.test(id)) throw new TypeError(`the event id ${id} is not a UUID`)
  const message = new streams.BatchAppendReq.ProposedMessage()
  message.setId(new shared.UUID().setString(id))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  message.setData(Buffer.from(JSON.stringify(data)))
  message.setCustomMetadata(Buffer.from(JSON.stringify(metadata)))
  return message
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
