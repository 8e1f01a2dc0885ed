import { RecordLevel } from './customers.ts'
import { id, identityNumber, instant, integerOf, microseconds, orNull, text } from './field.ts'
import { equals, facet, range, updatedSince } from './list.ts'
import { record } from './record.ts'

/** The customer register. Personal fields are null once the person has been forgotten. */
export const customerEvents = record(
  'customer_event',
  {
    list: {
      id,
      eventDate: instant,
      customerId: orNull(id),
      idNo: orNull(identityNumber),
      recordLevel: integerOf(RecordLevel),
      comment: orNull(text),
      createdAt: microseconds,
      updatedAt: microseconds,
    },
    row: { personRef: text },
  },
  {
    list: {
      sorts: ['eventDate', 'updatedAt'],
      defaultSort: 'eventDate:desc',
      filters: [equals('idNo'), facet('recordLevel'), range('eventDate'), updatedSince],
    },
    indexes: ['(company_id, id_no, event_date, id)', '(company_id, customer_id, event_date, id)'],
  },
)
