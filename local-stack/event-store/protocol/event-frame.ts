import type { ResolvedEvent } from '../reading/links.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { eventMessage } from './read-messages.ts'
import { framed, frameOf, type WireWriter } from './wire.ts'

/** An upper bound for the size of an event without its texts and bytes. */
const FIXED_BYTES = 256
/** The most bytes that a character takes. */
const MAX_BYTES = 3

/** Encodes an event for a client. Structured ids are rare and left to the generated code. */
export function eventFrame(resolved: ResolvedEvent, uuidsAsText: boolean): Buffer {
  if (!uuidsAsText) return framed(eventMessage(resolved, false).serializeBinary())
  const { event, link } = resolved
  const original = link ?? event
  return frameOf(roomFor(event) + roomFor(link), (writer) => {
    writer.message(1, () => {
      if (event !== undefined) writer.message(1, () => writeEvent(writer, event))
      if (link !== undefined) writer.message(2, () => writeEvent(writer, link))
      if (original !== undefined) writer.number(3, original.position)
    })
  })
}

function roomFor(event: RecordedEvent | undefined): number {
  if (event === undefined) return FIXED_BYTES
  const characters = event.stream.length + event.type.length + event.contentType.length
  return FIXED_BYTES + MAX_BYTES * characters + event.data.length + event.metadata.length
}

function writeEvent(writer: WireWriter, event: RecordedEvent): void {
  writer.message(1, () => writer.text(2, event.id))
  writer.message(2, () => writer.text(3, event.stream))
  // A missing field means 0.
  if (event.revision > 0n) writer.number(3, event.revision)
  writer.number(4, event.position)
  writer.number(5, event.position)
  writeProperty(writer, 'content-type', event.contentType)
  writeProperty(writer, 'created', String(event.created))
  writeProperty(writer, 'type', event.type)
  if (event.metadata.length > 0) writer.bytes(7, event.metadata)
  if (event.data.length > 0) writer.bytes(8, event.data)
}

function writeProperty(writer: WireWriter, key: string, value: string): void {
  writer.message(6, () => {
    writer.text(1, key)
    writer.text(2, value)
  })
}
