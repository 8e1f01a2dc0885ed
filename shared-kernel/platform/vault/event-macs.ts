import { createHash } from 'node:crypto'
import { areEqualSecrets } from '../equal-secrets.ts'
import type { EventMacs, NewEvent } from '../event-store/event-store.ts'
import { hmacWith } from './hmac.ts'

const KEY_ID_LENGTH = 8

/**
 * HMAC-SHA-256 over an event and its place. We append at exact revisions only, so an event counts
 * at its place alone: a copy elsewhere, or a change of anything in it, has no valid MAC.
 */
export function eventMacsWith(secret: Buffer): EventMacs {
  const hmac = hmacWith(secret)
  const keyId = createHash('sha256').update(secret).digest('hex').slice(0, KEY_ID_LENGTH)

  function macOf(stream: string, revision: bigint, event: NewEvent): string {
    const { id, type, data } = event
    const { mac: _, ...metadata } = event.metadata
    const signed = JSON.stringify([stream, revision.toString(), id, type, data, metadata])
    return `${keyId}.${hmac(signed)}`
  }

  return {
    sign: (stream, revision, event) => ({
      ...event,
      metadata: { ...event.metadata, mac: macOf(stream, revision, event) },
    }),
    isGenuine: (event) =>
      typeof event.metadata['mac'] === 'string' &&
      areEqualSecrets(event.metadata['mac'], macOf(event.stream, event.revision, event)),
  }
}
