import { turkishOrder } from '#kernel/domain/turkish-order.ts'
import { companyEvents } from '#kernel/events/reference-data.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import { mapConcurrently } from '#kernel/platform/waiting/map-concurrently.ts'

export interface NamedCompany {
  readonly id: string
  readonly title: string
  readonly timeZone: string
}

/** Of a company that was never recorded. */
const ISTANBUL = 'Europe/Istanbul'

/** The companies' latest names from the log, in alphabetical order; the feed has none. */
export async function namedCompanies(
  eventStore: Pick<EventStore, 'readStream'>,
  ids: readonly string[],
): Promise<readonly NamedCompany[]> {
  const companies = await mapConcurrently(ids, async (id) => {
    const last = { direction: 'backwards', maxCount: 1 } as const
    const stored = await eventStore.readStream(`${companyEvents.category}-${id}`, last)
    const [recorded] = decodeWithoutKeys(() => companyEvents, stored)
    const { title = id, timeZone = ISTANBUL } = recorded?.event.data ?? {}
    return { id, title, timeZone }
  })
  return companies.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

const orderOf = ({ title, id }: NamedCompany) => `${turkishOrder(title)}\0${id}`
