import { parseMetadata } from '#kernel/events/metadata.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { DataKey, Vault } from '#kernel/platform/vault/vault.ts'
import type { Change, OpenTables } from './definition.ts'
import { isOfTheEvents } from './faults.ts'
import { NO_COMPANY } from './parking/table.ts'

/** An event that belongs into the tables: with what it changes, or with what keeps it out. */
export type ShownEvent = ReadableEvent | FaultyEvent

export interface ReadableEvent {
  readonly stored: StoredEvent
  readonly companyId: string
  readonly change: Change
}

interface FaultyEvent {
  readonly stored: StoredEvent
  readonly companyId: string
  readonly fault: unknown
}

export interface Reading extends Pick<OpenTables, 'projectorOf'> {
  readonly vault: Pick<Vault, 'keys'>
  /** Told of each event that is skipped because nobody here knows its type. */
  readonly skipped: (type: string) => void
}

/** Those events that some table shows, in order; one that cannot be read carries its fault. */
export async function shownEvents(
  { projectorOf, vault, skipped }: Reading,
  events: readonly StoredEvent[],
): Promise<readonly ShownEvent[]> {
  const wanted = events.flatMap((stored) => {
    const projector = projectorOf(stored.stream)
    if (projector === undefined) return []
    if (projector.knows(stored.type)) return { stored, projector }
    skipped(stored.type)
    return []
  })
  const keyOf = await keysOf(vault, new Set(wanted.flatMap(({ stored }) => keyIdOf(stored) ?? [])))
  return wanted.map(({ stored, projector }): ShownEvent => {
    const companyId = companyOf(stored)
    try {
      const metadata = parseMetadata(stored.metadata)
      if (metadata === undefined) throw new Error('its metadata are not ours')
      const key = metadata.keyId === null ? undefined : keyOf(metadata.keyId)
      const change = projector.read({ event: stored, metadata }, key)
      if (change === undefined) throw new Error('its type is known and is not')
      return { stored, companyId, change }
    } catch (fault) {
      return { stored, companyId, fault }
    }
  })
}

/** Also of metadata that are otherwise not as they should be. */
function companyOf({ metadata: { companyId } }: StoredEvent) {
  return typeof companyId === 'string' ? companyId : NO_COMPANY
}

const keyIdOf = ({ metadata: { keyId } }: StoredEvent) =>
  typeof keyId === 'string' ? keyId : undefined

/** Of keys that cannot be unwrapped, those alone fail that are asked for. */
async function keysOf(vault: Pick<Vault, 'keys'>, ids: ReadonlySet<string>) {
  try {
    const keys = await vault.keys(ids)
    return (id: string) => keys.get(id)
  } catch (error) {
    if (!isOfTheEvents(error)) throw error
    const found = new Map<string, DataKey | undefined>()
    const faults = new Map<string, unknown>()
    for (const id of ids) {
      await vault.keys([id]).then(
        (keys) => found.set(id, keys.get(id)),
        (fault: unknown) => faults.set(id, fault),
      )
    }
    return (id: string) => {
      if (faults.has(id)) throw faults.get(id)
      return found.get(id)
    }
  }
}
