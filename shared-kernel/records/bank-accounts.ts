import { flag, id, instant, microseconds, orNull, text } from './field.ts'
import { facet, updatedSince } from './list.ts'
import { record } from './record.ts'

const upperCase = (code: string) => code.toUpperCase()

export const bankAccounts = record(
  'bank_account',
  {
    list: {
      id,
      name: text,
      bankCode: orNull(text),
      iban: orNull(text),
      currency: text,
      bank: flag,
      archived: flag.says('The account is no longer used.'),
      integrated: flag.says('The bank can be asked for its transactions.'),
      /** The time of the last complete bank query. */
      lastQueriedAt: orNull(instant),
      createdDate: microseconds.column('created_at'),
      updatedAt: microseconds,
    },
    row: { active: flag, nameSort: text },
  },
  {
    list: {
      sorts: ['createdDate', 'updatedAt', ['name', 'nameSort']],
      defaultSort: 'createdDate:asc',
      filters: [
        facet('bankCode'),
        facet('currency', { normalize: upperCase }),
        facet('archived'),
        facet('integrated'),
        updatedSince,
      ],
    },
    auditKeys: ['iban'],
  },
)
