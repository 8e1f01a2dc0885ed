import { Type } from 'typebox'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { described } from '#kernel/records/described.ts'
import { detailSchema, itemSchema, named } from '#kernel/records/response.ts'
import { CheckQuery, CheckSummary, sanctionChecks } from '#kernel/records/sanction-checks.ts'
import { CheckMatches } from '#kernel/records/sanction-matches.ts'
import { NarrowCustomer } from './customers.ts'
import { commandDefaults, endpoint } from './endpoint.ts'
import { DateTime, flag, Id, identityNumber, nullable, text } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

const CheckOptions = Type.Object(
  {
    wantedQuery: Type.Optional(
      described(flag(), 'Whether the list of wanted persons is searched.'),
    ),
    pepQuery: Type.Optional(
      described(flag(), 'Whether the list of politically exposed persons is searched.'),
    ),
  },
  { additionalProperties: false, title: 'SanctionCheckOptions' },
)

const CheckContent = Type.Object(
  {
    idNo: Type.Optional(
      described(identityNumber(), 'Identity number to search for.', '10000000146'),
    ),
    fullName: Type.Optional(described(text(), 'Name and surname to search for.', 'Ayşe Yılmaz')),
    surname: Type.Optional(
      described(
        text(),
        'Family name. Only wanted and politically exposed persons with this surname are returned.',
        'Yılmaz',
      ),
    ),
    options: Type.Optional(
      described(CheckOptions, 'The lists that are searched in addition to MASAK.'),
    ),
  },
  { additionalProperties: false, requiredOneOf: ['idNo', 'fullName', 'surname'] },
)

export const SanctionCheck = Type.Object(
  {
    id: described(Id, '24 hexadecimal digits.'),
    query: described(CheckQuery, 'What was asked.'),
    summary: described(CheckSummary, 'How many entries matched, in each list.'),
    matches: described(
      CheckMatches,
      'Matching entries of each list, best first, at most 50 for each.',
    ),
    checkedAt: described(DateTime, 'When the lists were searched.'),
  },
  { title: 'SanctionCheck' },
)

export const checkSanctions = endpoint({
  ...commandDefaults,
  operationId: 'checkSanctions',
  summary: 'Check for sanctions',
  about: 'Searches the MASAK, wanted and PEP lists, and the company’s own records.',
  path: '/v1/compliance/sanction-checks',
  right: 'compliance',
  body: CheckContent,
  status: 201,
  creates: true,
  data: SanctionCheck,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
})

export const DetailedSanctionCheck = Type.Object(
  {
    ...detailSchema(sanctionChecks).properties,
    customer: described(
      nullable(NarrowCustomer),
      'The customer account as it is now; null without one.',
    ),
    customerEvents: described(
      Type.Array(named('RegisterEvent', itemSchema(customerEvents))),
      'Current customer events of the person, newest first, at most 100.',
    ),
  },
  { title: 'SanctionCheckDetail' },
)

export const listSanctionChecks = listEndpoint(sanctionChecks, {
  item: 'SanctionCheckItem',
  operationId: 'listSanctionChecks',
  summary: 'List sanction checks',
  about: 'Sanction checks and panel searches, page by page.',
  path: '/v1/compliance/sanction-checks',
  right: 'compliance',
})

export const readSanctionCheck = detailEndpoint(DetailedSanctionCheck, {
  operationId: 'readSanctionCheck',
  summary: 'Read a sanction check',
  about: 'One sanction check, with the matches found at that time.',
  path: '/v1/compliance/sanction-checks/{id}',
  right: 'compliance',
})
