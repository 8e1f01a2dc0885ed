import type { EventMacs, StoredEvent } from './event-store.ts'
import { isInLog, type LogPosition, logPosition } from './log-position.ts'
import { convertGrpcEvent } from './store-client.ts'
import { streams } from './store-protocol.ts'
import { resolvedEvent, storedEvent } from './stored-event.ts'
import { WireReader } from './wire-reader.ts'

/** A message of the store to a subscriber. */
export interface Received {
  readonly event?: StoredEvent
  /** Up to here no event is wanted but those already sent. */
  readonly checkpoint?: LogPosition
  /** The same, but an event may stand exactly here: 25.0.0 says so of the end of its log. */
  readonly checkpointBefore?: LogPosition
  /** All events that the store had have been sent. */
  readonly isCaughtUp?: true
}

/** Fields of `ReadResp`, `ReadEvent`, `RecordedEvent`, `UUID`, `StreamIdentifier` and of a map's entries. */
const EVENT_IN_RESPONSE = 1
const RECORDED_EVENT = 1
const ID = 1
const STREAM = 2
const REVISION = 3
const COMMIT_POSITION = 5
const SYSTEM_METADATA = 6
const CUSTOM_METADATA = 7
const DATA = 8
const ID_AS_TEXT = 2
const STREAM_NAME = 3
const KEY = 1
const VALUE = 2

const METADATA_END = 160

const NOTHING = new WireReader(Buffer.alloc(0))

export interface Decoding {
  readonly macs: EventMacs
  /** Of an event that is not wanted only the position counts: its content is not looked at. */
  readonly isWanted: (event: Announced) => boolean
}

/** What of an event is looked at before the rest of it. */
export interface Announced {
  readonly stream: string
  readonly type: string
  /** The end of its metadata, where ours have their MAC. */
  readonly metadataEnd: string
}

/**
 * Decodes what a subscription brings. Events, which come by the thousand, are decoded by hand: with the
 * generated code and the client's conversion, reading them costs more than all that is done with them.
 */
export const decodeResponse = (bytes: Buffer, decoding: Decoding): Received =>
  eventByHand(bytes, decoding) ?? decodeGenerated(bytes, decoding)

function decodeGenerated(bytes: Buffer, { macs, isWanted }: Decoding): Received {
  const response = streams.ReadResp.deserializeBinary(bytes)
  const [event, checkpoint] = [response.getEvent(), response.getCheckpoint()]
  if (event !== undefined) {
    const stored = resolvedEvent(convertGrpcEvent(event), macs)
    if (stored === undefined) return {}
    const metadataEnd = JSON.stringify(stored.metadata).slice(-METADATA_END)
    return isWanted({ ...stored, metadataEnd })
      ? { event: stored }
      : { checkpoint: stored.position }
  }
  if (checkpoint !== undefined) {
    const commit = BigInt(checkpoint.getCommitPosition())
    // From 24.10 on the first one may stand before the first event.
    if (!isInLog(commit)) return {}
    const isAtEvent = BigInt(checkpoint.getPreparePosition()) >= commit
    return isAtEvent
      ? { checkpoint: logPosition(commit) }
      : { checkpointBefore: logPosition(commit) }
  }
  return response.hasCaughtUp() ? { isCaughtUp: true } : {}
}

/** Undefined for everything but a plain event whose id is text. */
function eventByHand(bytes: Buffer, { macs, isWanted }: Decoding): Received | undefined {
  const response = new WireReader(bytes)
  if (response.next() !== EVENT_IN_RESPONSE) return undefined
  const resolved = response.message()
  if (resolved.next() !== RECORDED_EVENT) return undefined
  const recorded = resolved.message()
  const system = new Map<string, string>()
  let [id, stream, revision, commit] = ['', '', 0n, 0n]
  let [dataField, metadataField] = [NOTHING, NOTHING]
  for (let field = recorded.next(); field !== 0; field = recorded.next()) {
    if (field === ID) id = textIn(recorded.message(), ID_AS_TEXT)
    else if (field === STREAM) stream = textIn(recorded.message(), STREAM_NAME)
    else if (field === REVISION) revision = recorded.number()
    else if (field === COMMIT_POSITION) commit = recorded.number()
    else if (field === SYSTEM_METADATA) putEntry(system, recorded.message())
    else if (field === CUSTOM_METADATA) metadataField = recorded.message()
    else if (field === DATA) dataField = recorded.message()
    else recorded.skip()
  }
  const type = system.get('type')
  if (id === '' || stream === '' || type === undefined) return undefined
  const metadataEnd = metadataField.whole(METADATA_END)
  if (!isWanted({ stream, type, metadataEnd })) return { checkpoint: logPosition(commit) }
  const [dataText, metadataText] = [dataField.whole(), metadataField.whole()]
  const isJson = system.get('content-type') === 'application/json'
  const [data, metadata] = [isJson ? parsed(dataText) : undefined, parsed(metadataText)]
  const createdMs = millisecondsOf(system.get('created'))
  const wire = { id, type, stream, revision, commit, data, metadata, createdMs }
  const texts = { data: dataText, metadata: metadataText }
  return { event: storedEvent(data === undefined ? wire : { ...wire, texts }, macs) }
}

/** The last value of a field counts, as in all of Protocol Buffers. */
function textIn(message: WireReader, wanted: number): string {
  let text = ''
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === wanted) text = message.text()
    else message.skip()
  }
  return text
}

function putEntry(map: Map<string, string>, entry: WireReader): void {
  let [key, value] = ['', '']
  for (let field = entry.next(); field !== 0; field = entry.next()) {
    if (field === KEY) key = entry.text()
    else if (field === VALUE) value = entry.text()
    else entry.skip()
  }
  map.set(key, value)
}

/** Undefined if it is no JSON, as an event of other software may be. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Digits of a millisecond in ticks of 100 ns. */
const TICK_DIGITS = 4

const millisecondsOf = (ticks = ''): number =>
  /^\d+$/.test(ticks) ? Number(ticks.slice(0, -TICK_DIGITS)) : 0
