import { type Static, Type } from 'typebox'
import { described } from './described.ts'
import {
  createdAt,
  flag,
  id,
  identityNumber,
  instant,
  integer,
  nullableText,
  oneOf,
  orNull,
  shownWithoutValue,
  text,
  updatedAt,
} from './field.ts'
import { contains, ofNumber, range, updatedSince } from './list.ts'
import { computed, record } from './record.ts'
import { CheckMatches, keptMatches } from './sanction-matches.ts'

export const CheckQuery = Type.Object(
  {
    idNo: described(nullableText, 'The identity number that was searched for.', '10000000146'),
    fullName: described(nullableText, 'The name that was searched for.', 'Ayşe Yılmaz'),
    surname: described(nullableText, 'The surname that narrowed the search.', null),
    options: described(
      Type.Object(
        {
          wantedQuery: described(Type.Boolean(), 'Whether the list of wanted persons is searched.'),
          pepQuery: described(
            Type.Boolean(),
            'Whether the list of politically exposed persons is searched.',
          ),
        },
        { title: 'SanctionOptions' },
      ),
      'The lists that are searched in addition to MASAK.',
    ),
  },
  { title: 'SanctionQuery' },
)

interface QueryRow {
  readonly id_no: string | null
  readonly full_name: string | null
  readonly surname: string | null
  readonly wanted_query: boolean
  readonly pep_query: boolean
}

export const checkQuery = (row: QueryRow): Static<typeof CheckQuery> => ({
  idNo: row.id_no,
  fullName: row.full_name,
  surname: row.surname,
  options: { wantedQuery: row.wanted_query, pepQuery: row.pep_query },
})

export const CheckSummary = Type.Object(
  {
    masakCount: described(Type.Integer(), 'Matches in the MASAK list.'),
    wantedCount: described(Type.Integer(), 'Matches in the list of wanted persons.', 0),
    pepCount: described(Type.Integer(), 'Matches in the list of politically exposed persons.', 0),
    hasCustomer: described(Type.Boolean(), 'Whether a customer account was found.', true),
    customerEventCount: described(
      Type.Integer(),
      'Number of customer events of the person at the time of the check.',
    ),
  },
  { title: 'SanctionSummary' },
)

interface SummaryRow {
  readonly masak_count: number
  readonly wanted_count: number
  readonly pep_count: number
  readonly has_customer: boolean
  readonly customer_event_count: number
}

export const checkSummary = (row: SummaryRow): Static<typeof CheckSummary> => ({
  masakCount: row.masak_count,
  wantedCount: row.wanted_count,
  pepCount: row.pep_count,
  hasCustomer: row.has_customer,
  customerEventCount: row.customer_event_count,
})

/** Checks through the API, and panel searches. Personal fields are null once the person has been forgotten. */
export const sanctionChecks = record(
  'sanction_check',
  {
    list: {
      id,
      idNo: orNull(identityNumber).says(
        'The identity number that was searched for.',
        '10000000146',
      ),
      fullName: orNull(text).says('The name that was searched for.', 'Ayşe Yılmaz'),
      surname: orNull(text).says('The surname that narrowed the search.', null),
      /** The moment of the check itself. */
      createdAt,
      updatedAt,
    },
    parts: {
      masakCount: integer,
      wantedCount: integer,
      pepCount: integer,
      hasCustomer: flag,
      customerEventCount: integer,
    },
    detail: {
      checkedAt: instant.says('When the lists were searched.'),
      matches: shownWithoutValue('jsonb', CheckMatches, keptMatches).says(
        'Matching entries of each list, best first, at most 50 for each.',
      ),
    },
    row: {
      source: oneOf('api', 'panel', 'rescreening'),
      personRef: orNull(text),
      fullNameFolded: text,
      wantedQuery: flag,
      pepQuery: flag,
      isError: flag,
      customerId: orNull(text),
    },
  },
  {
    list: {
      sorts: ['createdAt', 'updatedAt'],
      defaultSort: 'createdAt:desc',
      filters: [
        ofNumber,
        contains('fullNameFolded', {
          parameter: 'filter[fullName]',
          words: 'The name that was searched for.',
        }),
        range('createdAt'),
        updatedSince,
      ],
    },
    indexes: [
      '(company_id, normal_number, checked_at, id)',
      '(company_id, person_ref) where id_no is null and person_ref is not null',
    ],
    auditKeys: ['idNo'],
  },
  {
    list: {
      summary: computed(
        described(CheckSummary, 'How many entries matched, in each list.'),
        checkSummary,
      ),
    },
    detail: { query: computed(described(CheckQuery, 'What was asked.'), checkQuery) },
  },
)
