import { randomUUID } from 'node:crypto'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { EventStore, NewEvent, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { encodeEvent, type Origin, type Recorded } from '#kernel/platform/recording/event-codec.ts'
import { originOfProcess, originWithoutRequest } from '#kernel/platform/recording/origin.ts'
import type { KeyOwner } from '#kernel/platform/vault/key-owner.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'

const RECORDED_AT = '2026-11-20T09:45:00.123456Z'

/** No request is behind it, and no other event. */
export const originIn = (companyId: string): Origin =>
  originOfProcess('test', { companyId, commandId: randomUUID(), cause: null })

interface Circumstances {
  readonly stream: string
  readonly companyId: string
  readonly origin?: Origin
  /** By the writer's clock. */
  readonly at?: string
  /** Whose key seals what is personal. */
  readonly owner?: Pick<KeyOwner, 'purpose' | 'person'>
}

interface Happening<Event extends AnyEvent> extends Circumstances {
  readonly family: EventFamily<Event>
  readonly event: NoInfer<Event>
}

/** An event as the services write it, sealed and with its metadata. */
export function encoded<Event extends AnyEvent>(
  vault: Vault,
  { family, event, stream, companyId, ...given }: Happening<Event>,
): Promise<NewEvent> {
  const { origin = originIn(companyId), at: recordedAt = RECORDED_AT } = given
  const { purpose, person } = given.owner ?? { purpose: 'fiscal', person: '10000000146' }
  const owner = { companyId, purpose, person }
  return encodeEvent(vault, { family, event, id: randomUUID(), stream, recordedAt, origin, owner })
}

interface Log {
  readonly eventStore: EventStore
  readonly vault: Vault
}

interface History<Event extends AnyEvent> extends Circumstances {
  readonly family: EventFamily<Event>
  readonly events: readonly NoInfer<Event>[]
  /** The last revision of the stream. */
  readonly after?: bigint | undefined
}

/** Appends events as the services do: to a new stream, unless it is said what they come after. */
export async function recordEvents<Event extends AnyEvent>(
  { eventStore, vault }: Log,
  { events, after, ...happening }: History<Event>,
) {
  const origin = happening.origin ?? originIn(happening.companyId)
  const written = events.map((event) => encoded(vault, { ...happening, origin, event }))
  return eventStore.append(happening.stream, await Promise.all(written), after ?? 'no_stream')
}

/** Of an event that was not sealed. */
export const metadata = (given: Partial<EventMetadata> = {}): EventMetadata => ({
  companyId: 'company-1',
  version: 1,
  recordedAt: RECORDED_AT,
  ...originWithoutRequest({ kind: 'process', id: 'test' }, 'the command'),
  keyId: null,
  ...given,
})

type Placed<Event extends StoredEvent | Recorded<unknown>> = Partial<
  Omit<Event, 'metadata' | 'event' | 'position'>
> & { readonly position?: bigint; readonly metadata?: Partial<EventMetadata> }

/** An event as the store gives it. */
export const stored = (
  type: string,
  { metadata: about, position = 1n, ...given }: Placed<StoredEvent> = {},
): StoredEvent => ({
  type,
  id: `event-${position}`,
  stream: 'stream-1',
  revision: 0n,
  data: {},
  metadata: metadata(about),
  isGenuine: true,
  storedAt: 0,
  position: logPosition(position),
  ...given,
})

/** An event as the services read it. */
export const recorded = <Event extends { readonly type: string }>(
  event: Event,
  { metadata: about, position = 1n, ...given }: Placed<Recorded<Event>> = {},
): Recorded<Event> => ({
  event,
  metadata: metadata(about),
  id: `id of ${event.type}`,
  stream: 'stream-1',
  revision: 0n,
  position: logPosition(position),
  ...given,
})
