import { Type } from 'typebox'
import { kmtsVerifications } from '#kernel/records/kmts-verifications.ts'
import { detailSchema, inWordsOf, named } from '#kernel/records/response.ts'
import { commandDefaults, endpoint } from './endpoint.ts'
import { kmtsCode } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

/** The failures of a query of the register. */
export const KMTS_PROVIDER_CODES = [
  'KMTS_PROVIDER_UNAVAILABLE',
  'KMTS_PROVIDER_RATE_LIMITED',
  'KMTS_PROVIDER_RESPONSE_INVALID',
  'KMTS_PROVIDER_TIMEOUT',
] as const

export const KmtsVerification = named('KmtsVerification', detailSchema(kmtsVerifications))

export const verifyLabel = endpoint({
  ...commandDefaults,
  operationId: 'verifyLabel',
  summary: 'Verify a label',
  about: 'Queries the KMTS register for a label or mark number.',
  path: '/v1/kmts-verifications',
  right: 'kmts',
  body: Type.Object(inWordsOf(kmtsVerifications, { scannedCode: kmtsCode() }), {
    additionalProperties: false,
  }),
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

export const listLabelVerifications = listEndpoint(kmtsVerifications, {
  item: 'KmtsVerification',
  operationId: 'listLabelVerifications',
  summary: 'List label queries',
  about: 'Queries of the KMTS register, page by page.',
  path: '/v1/kmts-verifications',
  right: 'kmts',
})

export const readLabelVerification = detailEndpoint(KmtsVerification, {
  operationId: 'readLabelVerification',
  summary: 'Read a label query',
  about: 'One query of the KMTS register.',
  path: '/v1/kmts-verifications/{id}',
  right: 'kmts',
})
