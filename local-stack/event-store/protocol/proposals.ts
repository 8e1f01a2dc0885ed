import { isUtf8 } from 'node:buffer'
import type { shared } from '#kernel/platform/event-store/store-protocol.ts'
import { type ProposedEvent, sizeOf } from '../recorded-event.ts'
import type { ServerBehaviour } from '../server-behaviour.ts'
import { faultOfName } from '../stream-name.ts'
import { appendTooLarge, eventTooLarge, invalid, missingMetadata } from './refusal.ts'

export type SizeLimits = Pick<ServerBehaviour, 'maxAppendBytes' | 'maxEventBytes'>

/** The size of an append with one event more; throws if it, or the event, is too large. */
export function sizeWith(
  event: ProposedEvent,
  bytesBefore: number,
  { maxAppendBytes, maxEventBytes }: SizeLimits,
): number {
  const size = sizeOf(event)
  if (size > maxEventBytes) throw eventTooLarge(event.id, size, maxEventBytes)
  if (bytesBefore + size > maxAppendBytes) throw appendTooLarge(maxAppendBytes)
  return bytesBefore + size
}

export interface ProposedMessage {
  getId(): shared.UUID | undefined
  getMetadataMap(): { get(key: string): string | undefined }
  getData_asU8(): Uint8Array
  getCustomMetadata_asU8(): Uint8Array
}

export function proposedEvent(message: ProposedMessage): ProposedEvent {
  const properties = message.getMetadataMap()
  const type = properties.get('type')
  const contentType = properties.get('content-type')
  if (type === undefined) throw missingMetadata('type')
  if (contentType === undefined) throw missingMetadata('content-type')
  return {
    id: eventId(message.getId()),
    type: storable(type, 'event type'),
    contentType: storable(contentType, 'content type'),
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

const NO_UUID = '00000000-0000-0000-0000-000000000000'

const canonicalUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function eventId(uuid: shared.UUID | undefined): string {
  const id = uuidText(uuid)
  if (id === NO_UUID) throw invalid('an event needs an id')
  return id
}

export function uuidText(uuid: shared.UUID | undefined): string {
  const given = uuid?.getString() ?? ''
  return canonicalUuid.test(given) ? given : normalised(uuid)
}

function normalised(uuid: shared.UUID | undefined): string {
  const structured = uuid?.getStructured()
  const text =
    structured === undefined
      ? (uuid?.getString() ?? '')
      : hexOf(structured.getMostSignificantBits()) + hexOf(structured.getLeastSignificantBits())
  const digits = text.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(digits)) throw invalid('an id is not a UUID')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const hexOf = (bits: string) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0')

export function streamName(identifier: shared.StreamIdentifier | undefined): string {
  const bytes = identifier?.getStreamName_asU8() ?? new Uint8Array()
  const name = storable(decode(bytes), 'stream name')
  if (name === '$$') throw invalid(`'${name}' cannot name a stream`)
  return name
}

function decode(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw invalid('a stream name is not UTF-8')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
}

function storable(text: string, what: string): string {
  const fault = faultOfName(text)
  if (fault !== undefined) throw invalid(`the ${what} ${fault}`)
  return text
}
