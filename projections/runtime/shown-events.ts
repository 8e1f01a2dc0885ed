import { parseMetadata } from '#kernel/events/metadata.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { DataKey } from '#kernel/platform/vault/data-keys.ts'
import { keysDestroyedBy } from '#kernel/platform/vault/keys-destroyed-by.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { OpenTables, RowChange } from './definition.ts'
import { isCausedByEvents } from './errors.ts'
import { NO_COMPANY } from './parking/table.ts'

/** An event that a projector knows, with the change that it makes or the fault that prevents it. */
export type ShownEvent = ReadableEvent | FaultyEvent

/** What is still needed of an event that was read: thousands wait for the database at once. */
type Reference = Pick<StoredEvent, 'id' | 'type' | 'stream' | 'revision' | 'position' | 'metadata'>

export interface ReadableEvent {
  readonly stored: Reference
  readonly companyId: string
  /** Waits behind no event but those of its own stream. */
  readonly isIndependent: boolean
  readonly change: RowChange
}

interface FaultyEvent {
  readonly stored: Reference
  readonly companyId: string
  readonly isIndependent: boolean
  readonly fault: unknown
}

export interface Reading extends Pick<OpenTables, 'projectorOf'> {
  readonly vault: Pick<Vault, 'keys' | 'destroyed'>
  /** Called for each event that is skipped because its type is unknown. */
  readonly skipped: (type: string) => void
}

/** The events that change tables, in order; one that cannot be read carries its fault. */
export async function shownEvents(
  { projectorOf, vault, skipped }: Reading,
  events: readonly StoredEvent[],
): Promise<readonly ShownEvent[]> {
  // So that no event behind them is read with these keys: a rebuild reads it without them, too.
  vault.destroyed.add(keysDestroyedBy(events))
  const wanted = events.flatMap((stored) => {
    const projector = projectorOf(stored.stream)
    if (projector === undefined) return []
    // A forged event is a fault of any type: what follows it in its stream cannot be trusted.
    if (!stored.isGenuine || projector.knows(stored.type)) return { stored, projector }
    skipped(stored.type)
    return []
  })
  const keyOf = await keysOf(vault, new Set(wanted.flatMap(({ stored }) => keyIdOf(stored) ?? [])))
  return wanted.map(({ stored: event, projector }): ShownEvent => {
    const companyId = companyOf(event)
    const { isIndependent } = projector
    const { id, type, stream, revision, position } = event
    const stored = { id, type, stream, revision, position, metadata: event.metadata }
    try {
      const metadata = parseMetadata(event.metadata)
      if (metadata === undefined) throw new Error('its metadata are invalid')
      const key = metadata.keyId === null ? undefined : keyOf(metadata.keyId)
      const change = projector.read({ event, metadata }, key)
      if (change === undefined) throw new Error('its type has no codec')
      return { stored, companyId, isIndependent, change }
    } catch (fault) {
      return { stored, companyId, isIndependent, fault }
    }
  })
}

/** What can be a company's id; forged metadata hold anything. */
const COMPANY_ID = /^[\w.-]{1,64}$/

/** Also from metadata that are otherwise invalid. */
function companyOf({ metadata: { companyId } }: StoredEvent) {
  return typeof companyId === 'string' && COMPANY_ID.test(companyId) ? companyId : NO_COMPANY
}

const keyIdOf = ({ metadata: { keyId } }: StoredEvent) =>
  typeof keyId === 'string' ? keyId : undefined

/** A key that cannot be unwrapped fails only the events that need it. */
async function keysOf(vault: Pick<Vault, 'keys'>, ids: ReadonlySet<string>) {
  try {
    const keys = await vault.keys(ids)
    return (id: string) => keys.get(id)
  } catch (error) {
    if (!isCausedByEvents(error)) throw error
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
