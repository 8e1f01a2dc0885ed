import { Type } from 'typebox'
import { CheckMatches, CheckQuery, CheckSummary } from '#kernel/records/sanction-checks.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, flag, Id, NoParameters, text } from './fields.ts'

const CheckOptions = Type.Object(
  { wantedQuery: Type.Optional(flag()), pepQuery: Type.Optional(flag()) },
  { additionalProperties: false },
)

const CheckContent = Type.Object(
  {
    idNo: Type.Optional(text()),
    fullName: Type.Optional(text()),
    surname: Type.Optional(text()),
    options: Type.Optional(CheckOptions),
  },
  { additionalProperties: false, requiredOneOf: ['idNo', 'fullName', 'surname'] },
)

export const SanctionCheck = Type.Object({
  id: Id,
  query: CheckQuery,
  summary: CheckSummary,
  matches: CheckMatches,
  checkedAt: DateTime,
})

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
