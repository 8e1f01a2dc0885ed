import type { Log } from '#command/event-sourcing/log.ts'
import { bringsNothing, repositoryOf } from '#command/event-sourcing/repository.ts'
import { type CustomerEvent, customerEvents } from '#kernel/events/customer.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'

type Person = Exclude<CustomerEvent['data']['person'], { readonly forgotten: true }>

export interface RecordedCustomers {
  /** The account as its latest event has it; undefined for a forgotten person, and in another company. */
  readonly find: (companyId: string, customerId: string) => Promise<Person | undefined>
}

/** Customer accounts from their own events, for what no row is believed for. */
export function recordedCustomersIn(log: Log): RecordedCustomers {
  const repository = repositoryOf(log, {
    family: customerEvents,
    aggregate: { initial: null, evolve: latest },
    sealedFor: () => {
      throw new Error('an account is only read')
    },
    brings: bringsNothing,
  })
  return {
    async find(companyId, customerId) {
      const { state, companyId: owner } = await repository.load(`customer-${customerId}`)
      return owner === companyId ? (state ?? undefined) : undefined
    },
  }
}

/** Each event carries the whole account. */
const latest = (_before: Person | null, { data: { person } }: CustomerEvent) =>
  valueUnlessForgotten(person)
