import { RecordLevel } from './customers.ts'
import {
  createdAt,
  id,
  identityNumber,
  instant,
  integerOf,
  orNull,
  text,
  updatedAt,
} from './field.ts'
import { facet, ofNumber, range, updatedSince } from './list.ts'
import { record } from './record.ts'

/** The customer register. Personal fields are null once the person has been forgotten. */
export const customerEvents = record(
  'customer_event',
  {
    list: {
      id,
      eventDate: instant.says('When it happened.'),
      customerId: orNull(id).says('The customer account; null if the person has none.'),
      idNo: orNull(identityNumber).says(
        'National identity number, tax number or document number.',
        '10000000146',
      ),
      recordLevel: integerOf(RecordLevel).says(
        'The level that the event gave: 0 no record, 1 normal, 2 safe, 3 risky, 4 banned.',
        1,
      ),
      comment: orNull(text).says('What happened.', 'Kimliği doğrulandı.'),
      createdAt,
      updatedAt,
    },
    row: { personRef: text },
  },
  {
    list: {
      sorts: ['eventDate', 'updatedAt'],
      defaultSort: 'eventDate:desc',
      filters: [ofNumber, facet('recordLevel'), range('eventDate'), updatedSince],
    },
    searchedBy: ['personRef', 'customerId'],
    indexes: [
      '(company_id, person_ref)',
      '(company_id, normal_number, event_date, id)',
      '(company_id, customer_id, event_date, id)',
    ],
  },
)
