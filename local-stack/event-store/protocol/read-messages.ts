import { shared, streams } from '#kernel/platform/event-store/store-protocol.ts'
import type { ResolvedEvent } from '../reading/links.ts'
import type { RecordedEvent } from '../recorded-event.ts'

export function eventMessage({ event, link }: ResolvedEvent, uuidsAsText: boolean) {
  const read = new streams.ReadResp.ReadEvent()
  if (event !== undefined) read.setEvent(recordedMessage(event, uuidsAsText))
  if (link !== undefined) read.setLink(recordedMessage(link, uuidsAsText))
  const original = link ?? event
  if (original !== undefined) read.setCommitPosition(String(original.position))
  return new streams.ReadResp().setEvent(read)
}

function recordedMessage(event: RecordedEvent, uuidsAsText: boolean) {
  const position = String(event.position)
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuidMessage(event.id, uuidsAsText))
    .setStreamIdentifier(identifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata)
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(event.created))
  return recorded
}

function uuidMessage(id: string, asText: boolean) {
  const uuid = new shared.UUID()
  if (asText) return uuid.setString(id)
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return uuid.setStructured(
    new shared.UUID.Structured()
      .setMostSignificantBits(String(bytes.readBigInt64BE(0)))
      .setLeastSignificantBits(String(bytes.readBigInt64BE(8))),
  )
}

const identifier = (stream: string) =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream))

export const confirmationMessage = (id: string) =>
  new streams.ReadResp().setConfirmation(
    new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id),
  )

export const checkpointMessage = (position: bigint) =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position)),
  )

export const caughtUpMessage = () =>
  new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())

export const streamNotFoundMessage = (stream: string) =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)),
  )
