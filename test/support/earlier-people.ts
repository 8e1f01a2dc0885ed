import { customerEvents } from '#kernel/events/customer.ts'
import { registerEvents } from '#kernel/events/customer-event.ts'
import { customerRecorded, person } from '#test/projections/samples.ts'
import { recordEvents } from './stored-events.ts'
import type { SystemAddresses } from './system.ts'
import { type Dealer, recordId } from './system-dealer.ts'
import { withLog } from './with-log.ts'

/** What earlier versions wrote of a person: the pseudonym and the keys are those of exactly that spelling. */
export const namedByEarlierVersion = (
  system: SystemAddresses,
  { companyId }: Pick<Dealer, 'companyId'>,
  { idNo, nameSurname, comment }: Readonly<Record<'idNo' | 'nameSurname' | 'comment', string>>,
) =>
  withLog(system, async (log) => {
    const [customerId, registerEventId] = [recordId(), recordId()]
    const about = { companyId, personRef: log.vault.pseudonym('person', companyId, idNo) }
    const account = { ...about, customerId, person: { ...person, idNo, nameSurname } }
    await recordEvents(log, {
      family: customerEvents,
      events: [customerRecorded(account)],
      stream: `customer-${customerId}`,
      companyId,
      owner: { purpose: 'customer', person: idNo },
    })
    const eventDate = '2026-11-20T09:45:00Z'
    const entry = { ...about, registerEventId, customerId: null, eventDate, recordLevel: 1 }
    await recordEvents(log, {
      family: registerEvents,
      events: [{ type: 'RegisterEventRecorded', data: { ...entry, entry: { idNo, comment } } }],
      stream: `customerEvent-${registerEventId}`,
      companyId,
      owner: { purpose: 'fiscal', person: idNo },
    })
    return { customerId, registerEventId }
  })
