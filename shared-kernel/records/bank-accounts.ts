import { flag, id, instant, microseconds, orNull, text, updatedAt } from './field.ts'
import { facet, updatedSince } from './list.ts'
import { record } from './record.ts'

const upperCase = (code: string) => code.toUpperCase()

export const bankAccounts = record(
  'bank_account',
  {
    list: {
      id,
      name: text.says('Name of the account.', 'Garanti TL'),
      bankCode: orNull(text).says('Code of the bank.', '0062'),
      iban: orNull(text).says('IBAN of the account.', 'TR330006100519786457841326'),
      currency: text.says('Currency of the account.', 'TRY'),
      bank: flag.says('Whether it is an account at a bank.', true),
      archived: flag.says('The account is no longer used.'),
      integrated: flag.says('The bank can be asked for its transactions.', true),
      /** The time of the last complete bank query. */
      lastQueriedAt: orNull(instant).says(
        'When the bank was last asked for all of its transactions.',
      ),
      createdDate: microseconds.column('created_at').says('When it was created.'),
      updatedAt,
    },
    row: { active: flag, nameSort: text, accountRef: orNull(text) },
  },
  {
    list: {
      sorts: ['createdDate', 'updatedAt', ['name', 'nameSort']],
      defaultSort: 'createdDate:asc',
      filters: [
        facet('bankCode'),
        facet('currency', { normalize: upperCase, words: 'Currency code, case-insensitive.' }),
        facet('archived'),
        facet('integrated'),
        updatedSince,
      ],
    },
    auditKeys: ['iban'],
  },
)
