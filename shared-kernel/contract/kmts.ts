import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import {
  DateTime,
  flag,
  Id,
  IdParameter,
  instant,
  moment,
  NoParameters,
  nullable,
  oneOf,
  paging,
  sortBy,
  Text,
  text,
} from './fields.ts'

export const KMTS_OUTCOMES = [
  'pending',
  'verified',
  'not_found',
  'invalid',
  'provider_error',
] as const
export const KMTS_SOURCES = ['desktop', 'mobile', 'api'] as const
export const KMTS_SORT_FIELDS = ['createdAt', 'updatedAt'] as const

export const MAX_KMTS_CODE = 64

/** How a query at the register can go wrong. */
export const KMTS_PROVIDER_CODES = [
  'KMTS_PROVIDER_UNAVAILABLE',
  'KMTS_PROVIDER_RATE_LIMITED',
  'KMTS_PROVIDER_RESPONSE_INVALID',
  'KMTS_PROVIDER_TIMEOUT',
] as const
export type KmtsProviderCode = (typeof KMTS_PROVIDER_CODES)[number]

export const KmtsVerification = Type.Object({
  id: Id,
  scannedCode: Text,
  outcome: oneOf(...KMTS_OUTCOMES),
  isVerified: flag(),
  status: nullable(Text),
  statusDescription: nullable(Text),
  statusTitleDescription: nullable(Text),
  activationDate: nullable(DateTime),
  markingDate: nullable(DateTime),
  scanVerificationId: nullable(Text),
  refineryName: nullable(Text),
  productName: nullable(Text),
  millesimalFineness: nullable(Text),
  weightUnit: nullable(Text),
  metal: nullable(Text),
  weight: nullable(Type.Number()),
  packagePrefix: nullable(Text),
  method: nullable(Text),
  methodDescription: nullable(Text),
  source: oneOf(...KMTS_SOURCES),
  checkedAt: DateTime,
  completedAt: nullable(DateTime),
  durationMs: nullable(Type.Integer()),
  errorCode: nullable(Text),
  errorMessage: nullable(Text),
  retryable: flag(),
  createdAt: DateTime,
  updatedAt: DateTime,
})

export const verifyLabel = endpoint({
  operationId: 'verifyLabel',
  summary: 'Asks the KMTS register for a label or mark number',
  method: 'POST',
  path: '/v1/kmts-verifications',
  service: 'command',
  right: 'kmts',
  params: NoParameters,
  query: NoParameters,
  body: Type.Object({ scannedCode: text(MAX_KMTS_CODE) }, { additionalProperties: false }),
  status: 201,
  creates: true,
  data: KmtsVerification,
  errors: [
    'VALIDATION_FAILED',
    'CONFLICT',
    'KMTS_RATE_LIMITED',
    ...KMTS_PROVIDER_CODES,
    'KMTS_RATE_LIMIT_UNAVAILABLE',
    'KMTS_HISTORY_WRITE_FAILED',
  ],
})

export const listLabelVerifications = endpoint({
  operationId: 'listLabelVerifications',
  summary: 'Queries at the KMTS register, page by page',
  method: 'GET',
  path: '/v1/kmts-verifications',
  service: 'query',
  right: 'kmts',
  params: NoParameters,
  query: Type.Object({
    ...paging,
    sort: sortBy(KMTS_SORT_FIELDS, 'createdAt:desc'),
    scannedCode: Type.Optional(text()),
    outcome: Type.Optional(oneOf(...KMTS_OUTCOMES)),
    source: Type.Optional(oneOf(...KMTS_SOURCES)),
    startDate: Type.Optional(instant()),
    endDate: Type.Optional(instant()),
    'filter[updatedSince]': Type.Optional(moment()),
  }),
  status: 200,
  list: true,
  data: KmtsVerification,
  errors: ['VALIDATION_FAILED'],
})

export const readLabelVerification = endpoint({
  operationId: 'readLabelVerification',
  summary: 'One query at the KMTS register',
  method: 'GET',
  path: '/v1/kmts-verifications/{id}',
  service: 'query',
  right: 'kmts',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: KmtsVerification,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})
