import { Type } from 'typebox'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { detailSchema, itemSchema, named } from '#kernel/records/response.ts'
import {
  CheckMatches,
  CheckQuery,
  CheckSummary,
  sanctionChecks,
} from '#kernel/records/sanction-checks.ts'
import { NarrowCustomer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, flag, Id, identityNumber, NoParameters, nullable, text } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

const CheckOptions = Type.Object(
  { wantedQuery: Type.Optional(flag()), pepQuery: Type.Optional(flag()) },
  { additionalProperties: false, title: 'SanctionCheckOptions' },
)

const CheckContent = Type.Object(
  {
    idNo: Type.Optional(identityNumber()),
    fullName: Type.Optional(text()),
    surname: Type.Optional(text()),
    options: Type.Optional(CheckOptions),
  },
  { additionalProperties: false, requiredOneOf: ['idNo', 'fullName', 'surname'] },
)

export const SanctionCheck = Type.Object(
  {
    id: Id,
    query: CheckQuery,
    summary: CheckSummary,
    matches: CheckMatches,
    checkedAt: DateTime,
  },
  { title: 'SanctionCheck' },
)

export const checkSanctions = endpoint({
  operationId: 'checkSanctions',
  summary: 'Searches the MASAK, wanted and PEP lists, and the company’s own records',
  method: 'POST',
  path: '/v1/compliance/sanction-checks',
  service: 'command',
  right: 'compliance',
  params: NoParameters,
  query: NoParameters,
  body: CheckContent,
  status: 201,
  creates: true,
  data: SanctionCheck,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
})

export const DetailedSanctionCheck = Type.Object(
  {
    ...detailSchema(sanctionChecks).properties,
    customer: nullable(NarrowCustomer),
    customerEvents: Type.Array(named('RegisterEvent', itemSchema(customerEvents))),
  },
  { title: 'SanctionCheckDetail' },
)

export const listSanctionChecks = listEndpoint(sanctionChecks, {
  item: 'SanctionCheckItem',
  operationId: 'listSanctionChecks',
  summary: 'Sanction checks and panel searches, page by page',
  path: '/v1/compliance/sanction-checks',
  right: 'compliance',
})

export const readSanctionCheck = detailEndpoint(DetailedSanctionCheck, {
  operationId: 'readSanctionCheck',
  summary: 'One sanction check, with the matches found at that time',
  path: '/v1/compliance/sanction-checks/{id}',
  right: 'compliance',
})
