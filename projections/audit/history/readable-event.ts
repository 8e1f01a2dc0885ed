import { families } from '#kernel/events/families.ts'
import { parseMetadata } from '#kernel/events/metadata.ts'
import { categoryOf, decodeEvents } from '#kernel/platform/event-codec.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { openCall } from '#kernel/platform/recorded-call.ts'
import { readTraceparent } from '#kernel/platform/tracing/traceparent.ts'
import type { VaultReader } from '#kernel/platform/vault/vault.ts'
import type { Why } from './causes.ts'
import { withoutSecrets } from './without-secrets.ts'

const familyOf = new Map(families.map((family) => [family.category, family]))
const decoderOf = (stream: string) => familyOf.get(categoryOf(stream))

/**
 * An event as one line of JSON for people: decrypted, in its latest version. An event that cannot be
 * decrypted or decoded is shown as stored, with the reason.
 */
export async function readableEvent(
  vault: VaultReader,
  stored: StoredEvent,
  more: Partial<Why> = {},
): Promise<string> {
  const { position, revision } = stored
  const rest = JSON.stringify({ ...(await described(vault, stored)), ...more })
  // A JavaScript number cannot hold every position exactly.
  return `{"position":${position.toString()},"revision":${revision},${rest.slice(1)}`
}

async function described(vault: VaultReader, stored: StoredEvent) {
  const { id: eventId, stream, type } = stored
  const metadata = parseMetadata(stored.metadata)
  if (metadata === undefined) {
    const unknown = { version: null, recordedAt: null, actor: null, requestId: null }
    const raw = { data: stored.data, unreadable: 'its metadata is not that of Sarraf' }
    return { eventId, type, ...unknown, stream, ...raw, metadata: stored.metadata }
  }
  const { version, recordedAt, actor, requestId, companyId, commandId, correlationId } = metadata
  const { causationId, attemptId = null, keyId, traceparent } = metadata
  const content = await opened(vault, stored)
  return {
    eventId,
    type,
    version,
    recordedAt,
    actor,
    requestId,
    ...content,
    stream,
    companyId,
    commandId,
    correlationId,
    causationId,
    attemptId,
    keyId,
    traceId: readTraceparent(traceparent)?.traceId ?? null,
    call: await openCall(vault, metadata, stored).catch(() => 'unreadable'),
  }
}

async function opened(vault: VaultReader, stored: StoredEvent) {
  try {
    const [recorded] = await decodeEvents(vault, decoderOf, [stored])
    if (recorded !== undefined) return { data: withoutSecrets(stored, recorded.event.data) }
    return { data: stored.data, unreadable: 'its type is not known' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be opened'
    return { data: stored.data, unreadable: reason }
  }
}
