import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, flag, Id, NoParameters, nullable, oneOf, Text, text } from './fields.ts'

export const SANCTION_LISTS = ['masak', 'wanted', 'pep'] as const

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

const CheckQuery = Type.Object({
  idNo: nullable(Text),
  fullName: nullable(Text),
  surname: nullable(Text),
  options: Type.Object({ wantedQuery: flag(), pepQuery: flag() }),
})

export const CheckSummary = Type.Object({
  masakCount: Type.Integer(),
  wantedCount: Type.Integer(),
  pepCount: Type.Integer(),
  hasCustomer: flag(),
  customerEventCount: Type.Integer(),
})

export const ListMatch = Type.Object({
  list: oneOf(...SANCTION_LISTS),
  listVersion: nullable(Text),
  entryId: nullable(Text),
  name: nullable(Text),
  aliases: Type.Array(Text),
  idNo: nullable(Text),
  birthDate: nullable(Text),
  nationality: nullable(Text),
  program: nullable(Text),
  reason: nullable(Text),
  score: nullable(Type.Number()),
  matchedOn: nullable(oneOf('idNo', 'name', 'alias')),
  matchedName: nullable(Text),
  record: Type.Record(Type.String(), Type.Unknown()),
})

export const CheckMatches = Type.Object({
  masak: Type.Array(ListMatch),
  wanted: Type.Array(ListMatch),
  pep: Type.Array(ListMatch),
})

/** What every answer about one check has. */
export const checked = {
  id: Id,
  query: CheckQuery,
  summary: CheckSummary,
  matches: CheckMatches,
  checkedAt: DateTime,
}

export const SanctionCheck = Type.Object(checked)

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
