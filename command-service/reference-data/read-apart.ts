import { isCausedByData } from '#kernel/platform/errors/caused-by-data.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { decodeEvents, type Recorded } from '#kernel/platform/recording/event-codec.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { decoderOf } from './families.ts'
import type { ReferenceEvent } from './fold.ts'

/** An event with its content, or with the reason why it cannot be read. */
export type ReadEvent =
  | { readonly stored: StoredEvent; readonly recorded: Recorded<ReferenceEvent> | undefined }
  | { readonly stored: StoredEvent; readonly error: unknown }

/** Reads events in order. One that cannot be read keeps no other from being read. */
export async function readApart(
  vault: Pick<Vault, 'keys'>,
  events: readonly StoredEvent[],
): Promise<readonly ReadEvent[]> {
  try {
    const recorded = await decodeEvents(vault, decoderOf, events)
    const byId = new Map(recorded.map((one) => [one.id, one]))
    return events.map((stored) => ({ stored, recorded: byId.get(stored.id) }))
  } catch (error) {
    if (!isCausedByData(error)) throw error
    const read: ReadEvent[] = []
    for (const stored of events) read.push(await readOne(vault, stored))
    return read
  }
}

async function readOne(vault: Pick<Vault, 'keys'>, stored: StoredEvent): Promise<ReadEvent> {
  try {
    const [recorded] = await decodeEvents(vault, decoderOf, [stored])
    return { stored, recorded }
  } catch (error) {
    if (!isCausedByData(error)) throw error
    return { stored, error }
  }
}
