import { parseMetadata } from '#kernel/events/metadata.ts'
import { onOneLine } from '#kernel/platform/cli/json-line.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { openCall } from '#kernel/platform/recording/recorded-call.ts'
import { readTraceparent } from '#kernel/platform/tracing/traceparent.ts'
import type { VaultReader } from '#kernel/platform/vault/vault.ts'
import type { Why } from './causes.ts'
import { opened } from './opened.ts'

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
  return onOneLine(`{"position":${position.toString()},"revision":${revision},${rest.slice(1)}`)
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
  const { data, unreadable } = await opened(vault, stored)
  return {
    eventId,
    type,
    version,
    recordedAt,
    actor,
    requestId,
    data,
    ...(unreadable === null ? {} : { unreadable }),
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
