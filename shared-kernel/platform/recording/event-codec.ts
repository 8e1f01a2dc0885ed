import type { RequestChanges } from '#kernel/domain/request-changes.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import type {
  AnyEvent,
  EncodedEvent,
  EventFamily,
  Opener,
  Sealer,
} from '#kernel/events/event-family.ts'
import { type EventMetadata, parseMetadata } from '#kernel/events/metadata.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { NewEvent, PlacedEvent, StoredEvent } from '../event-store/event-store.ts'
import type { Logger } from '../process/logger.ts'
import type { DataKey } from '../vault/data-keys.ts'
import type { KeyOwner } from '../vault/key-owner.ts'
import { openValue, sealValue } from '../vault/sealed-value.ts'
import type { Vault } from '../vault/vault.ts'
import { sealCall } from './recorded-call.ts'

const RETRY_AFTER_SECONDS = 60

/** The metadata that the caller provides; the writer adds the rest. */
export interface Origin extends Omit<EventMetadata, 'keyId' | 'version' | 'recordedAt' | 'call'> {
  /** What the request may have changed, which is not stored. A process answers no request. */
  readonly changes?: RequestChanges
}

/** A decoded event with its metadata and its place. */
export interface Recorded<Event> {
  readonly event: Event
  readonly metadata: EventMetadata
  readonly id: string
  readonly stream: string
  readonly revision: bigint
  readonly position: LogPosition
}

/** An event, and all that is stored with it. */
export interface EventToEncode<Event extends AnyEvent> {
  readonly family: EventFamily<Event>
  readonly event: Event
  readonly id: string
  readonly stream: string
  readonly recordedAt: string
  readonly origin: Origin
  /** The owner of the key for personal fields; required if the type has any. */
  readonly owner: KeyOwner
}

/** Encodes an event for the store: sealed, versioned, with its metadata. */
export async function encodeEvent<Event extends AnyEvent>(
  vault: Vault,
  { family, event, id, stream, recordedAt, origin, owner }: EventToEncode<Event>,
): Promise<NewEvent> {
  const key = family.isSealed(event.type) ? await vault.keyOf(owner) : undefined
  const { type, version, data } = family.encode(event, sealerOf(key, stream, id))
  const keyId = key?.id ?? null
  const from = await sealCall(vault, storedOf(origin), { stream, id })
  const metadata: EventMetadata = { ...from, version, recordedAt, keyId }
  return { id, type, data, metadata }
}

/**
 * The same without a key: for types of which no field is sealed, where nothing of the call is kept.
 * Throws if there is anything to seal.
 */
export function encodeUnsealed<Event extends AnyEvent>({
  family,
  event,
  id,
  stream,
  recordedAt,
  origin,
}: Omit<EventToEncode<Event>, 'owner'>): NewEvent {
  const { type, version, data } = family.encode(event, sealerOf(undefined, stream, id))
  const metadata: EventMetadata = { ...storedOf(origin), version, recordedAt, keyId: null }
  return { id, type, data, metadata }
}

function storedOf({ changes: _unstored, ...metadata }: Origin) {
  return metadata
}

/** What `decodeEvents` needs of a family, or of several families at once. */
export interface Decoder<Event> {
  readonly decode: (encoded: EncodedEvent, opener: Opener) => Event | undefined
}

/**
 * Decodes events in order, in their latest version. Leaves out types that the decoder does not know
 * and events without Sarraf's metadata. Throws ForgedEvent at an event that Sarraf did not write.
 */
export async function decodeEvents<Event>(
  vault: Pick<Vault, 'keys'>,
  decoderOf: (stream: string) => Decoder<Event> | undefined,
  stored: readonly PlacedEvent[],
): Promise<readonly Recorded<Event>[]> {
  const written = genuine(decoderOf, stored)
  const keys = await vault.keys(written.flatMap(({ metadata }) => metadata.keyId ?? []))
  return written.flatMap((one) => decodedEvents(decoderOf, one, keys.get(one.metadata.keyId ?? '')))
}

/** The same without keys: sealed fields are decoded as forgotten. */
export const decodeWithoutKeys = <Event>(
  decoderOf: (stream: string) => Decoder<Event> | undefined,
  stored: readonly PlacedEvent[],
): readonly Recorded<Event>[] =>
  genuine(decoderOf, stored).flatMap((one) => decodedEvents(decoderOf, one, undefined))

export interface Written {
  readonly event: PlacedEvent
  readonly metadata: EventMetadata
}

/** An event in a stream of ours without a valid MAC: Sarraf did not write it, or wrote other content, or elsewhere. */
export class ForgedEvent extends Unavailable {
  override readonly name = 'ForgedEvent'

  constructor({ type, stream, revision }: PlacedEvent) {
    super(`${type} at revision ${revision} of ${stream} has no valid MAC`, RETRY_AFTER_SECONDS)
  }
}

/** For followers that all companies share: a forged event is reported and not applied, the others are. */
export function withoutForged(
  stored: readonly StoredEvent[],
  logger: Logger,
): readonly StoredEvent[] {
  return stored.filter(({ isGenuine, type, stream, revision }) => {
    if (!isGenuine) {
      logger.error({ stream, revision: revision.toString(), type }, 'an event has no valid MAC')
    }
    return isGenuine
  })
}

/** The events that the decoders are for. Throws ForgedEvent at the first that Sarraf did not write. */
function genuine(
  decoderOf: (stream: string) => unknown,
  stored: readonly PlacedEvent[],
): readonly Written[] {
  return stored.flatMap((event) => {
    if (decoderOf(event.stream) === undefined) return []
    if (!event.isGenuine) throw new ForgedEvent(event)
    const metadata = parseMetadata(event.metadata)
    return metadata === undefined ? [] : [{ event, metadata }]
  })
}

function decodedEvents<Event>(
  decoderOf: (stream: string) => Decoder<Event> | undefined,
  written: Written,
  key: DataKey | undefined,
): readonly Recorded<Event>[] {
  const decoder = decoderOf(written.event.stream)
  return decoder === undefined ? [] : [decodeEvent(decoder, written, key) ?? []].flat()
}

/** Decodes one event; undefined if the decoder does not know its type. */
export function decodeEvent<Event>(
  decoder: Decoder<Event>,
  { event: stored, metadata }: Written,
  key: DataKey | undefined,
): Recorded<Event> | undefined {
  if (!stored.isGenuine) throw new ForgedEvent(stored)
  const { id, type, data, stream, revision, position } = stored
  const opener = openerOf(key, stream, id)
  const event = decoder.decode({ type, version: metadata.version, data }, opener)
  return event === undefined ? undefined : { event, metadata, id, stream, revision, position }
}

const sealerOf = (key: DataKey | undefined, stream: string, id: string): Sealer => ({
  seal(field, value) {
    if (key === undefined) throw new Error(`no key to seal ${field} with`)
    return sealValue(key.key, { stream, id, name: [field] }, value)
  },
})

const openerOf = (key: DataKey | undefined, stream: string, id: string): Opener => ({
  open: (field, sealed): unknown =>
    key === undefined ? undefined : openValue(key.key, { stream, id, name: [field] }, sealed),
})
