import { isCausedByData } from '#kernel/platform/errors/caused-by-data.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { reasonOf } from '#projections/runtime/parking/reason.ts'
import type { Publication } from '#publishing/events/public-event.ts'
import { publicationsOf } from '#publishing/events/publish.ts'

/** The public form of an event, or the reason why it cannot be read. */
export type ReadPublication = Publication | { readonly failure: string }

/** The readings of published events, by position. Bisects the events to find one that cannot be read. */
export async function readingsOf(
  vault: Pick<Vault, 'keyOf' | 'pseudonym'>,
  events: readonly StoredEvent[],
): Promise<ReadonlyMap<LogPosition, ReadPublication>> {
  try {
    const publications = await publicationsOf(vault, events)
    return new Map(publications.map((one) => [one.recorded.position, one]))
  } catch (error) {
    const failure = failureOf(error)
    const [first] = events
    if (first === undefined) throw error
    if (events.length === 1) return new Map([[first.position, { failure }]])
    const middle = Math.ceil(events.length / 2)
    const early = await readingsOf(vault, events.slice(0, middle))
    return new Map([...early, ...(await readingsOf(vault, events.slice(middle)))])
  }
}

/** Why events cannot be read. Throws an error that they have not caused. */
export function failureOf(error: unknown): string {
  if (!isCausedByData(error)) throw error
  return reasonOf(error)
}
