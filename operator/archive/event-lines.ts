import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { JsonObject } from '#kernel/platform/event-store/event-store.ts'
import { type LogEvent, named } from '#kernel/platform/event-store/whole-log/log-event.ts'

/** Text where the bytes are text, so that people can read an archive. */
const Bytes = Type.Union([Type.String(), Type.Object({ base64: Type.String() })])
const Digits = Type.String({ pattern: '^[0-9]+$' })

const Line = Compile(
  Type.Object({
    position: Digits,
    stream: Type.String(),
    revision: Digits,
    id: Type.String(),
    type: Type.String(),
    contentType: Type.String(),
    data: Bytes,
    metadata: Bytes,
  }),
)

type WrittenBytes = ReturnType<typeof Line.Parse>['data']

export const eventLine = (event: LogEvent): string =>
  JSON.stringify({
    position: event.position.toString(),
    stream: event.stream,
    revision: event.revision.toString(),
    id: event.id,
    type: event.type,
    contentType: event.contentType,
    data: written(event.data),
    metadata: written(event.metadata),
  })

export function eventIn(line: string): LogEvent {
  const { position, revision, data, metadata, ...event } = Line.Parse(JSON.parse(line))
  return {
    ...event,
    position: BigInt(position),
    revision: BigInt(revision),
    data: read(data),
    metadata: read(metadata),
  }
}

/** An event with its JSON parsed, as every reader of the log sees it. */
export function openedEvent(event: LogEvent) {
  const { id, stream, revision, type } = event
  const parsed = (bytes: Uint8Array) => (event.contentType === JSON_TYPE ? json(bytes, event) : {})
  return { id, stream, revision, type, data: parsed(event.data), metadata: parsed(event.metadata) }
}

function json(bytes: Uint8Array, event: LogEvent): JsonObject {
  if (bytes.length === 0) return {}
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString())
    return AnyObject.Check(value) ? value : {}
  } catch (error) {
    throw new CommandError(`${named(event)} holds no JSON.`, { cause: error })
  }
}

const JSON_TYPE = 'application/json'
const AnyObject = Compile(Type.Record(Type.String(), Type.Unknown()))

function written(bytes: Uint8Array): WrittenBytes {
  const buffer = Buffer.from(bytes)
  const text = buffer.toString()
  return Buffer.from(text).equals(buffer) ? text : { base64: buffer.toString('base64') }
}

const read = (bytes: WrittenBytes): Uint8Array =>
  typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes.base64, 'base64')
