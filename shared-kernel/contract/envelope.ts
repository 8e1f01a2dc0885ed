import { type TObject, type TSchema, Type } from 'typebox'
import type { Detail } from '#kernel/domain/detail.ts'
import { RULES } from '#kernel/domain/rules.ts'
import { described } from '#kernel/records/described.ts'
import { EDocument } from '#kernel/records/electronic-document.ts'
import type { ErrorCode } from './error-codes.ts'
import { nullable } from './fields.ts'

export interface Page {
  readonly page: number
  readonly limit: number
  readonly total: number
}

const meta = {
  requestId: described(
    Type.String({ format: 'uuid' }),
    'The id of the request, as in the header `x-request-id`.',
  ),
  timestamp: described(Type.String({ format: 'date-time' }), 'When it was answered.'),
}

export const SuccessMeta = Type.Object(meta, { title: 'Meta' })

export const ListMeta = Type.Object(
  {
    ...meta,
    page: described(Type.Integer({ minimum: 1 }), 'This page.'),
    limit: described(Type.Integer({ minimum: 1, maximum: 100 }), 'Items per page.', 25),
    total: described(Type.Integer({ minimum: 0 }), 'Items on all pages.', 1),
    pages: described(Type.Integer({ minimum: 0 }), 'Number of pages.', 1),
  },
  { title: 'ListMeta' },
)

const text = (description: string) => Type.String({ description })

const nameOf = (description: string) =>
  Type.Optional(described(nullable(Type.String()), description))

const RuleName = Type.Enum([...RULES], { type: 'string', title: 'ErrorRule' })

const detail = {
  field: text(
    'The field or header, as the request wrote it: `data.idNo`, `filter[status]`, `page`. Where none is at fault: `id` (the record), `Authorization`, `request` (the service), `integrator` or `register` (the provider).',
  ),
  rule: described(RuleName, 'The rule that the field broke.'),
  existingId: nameOf('The record that exists, or may exist; null where none can be named.'),
  uuid: nameOf('The document at the provider; null where there is none.'),
  invoiceNumber: nameOf('Official number of the existing invoice; null where there is none.'),
  state: Type.Optional(described(EDocument.properties.state, 'State of the electronic document.')),
  attemptId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The attempt at the provider; quote it to the provider.',
    }),
  ),
  verificationId: Type.Optional(text('The query’s record in the KMTS history.')),
  retryAfter: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Seconds to wait, as in the header `Retry-After`.' }),
  ),
  retryable: Type.Optional(
    Type.Boolean({ description: 'Whether the same request may succeed later.' }),
  ),
  errorCode: Type.Optional(text('The provider’s own code.')),
}

const ErrorDetail = Type.Object(detail, { title: 'ErrorDetail' })

/** The integrator's own list of errors: its rules are its texts. */
const UpstreamErrorDetail = Type.Object(
  { ...detail, rule: text('The rule, or the integrator’s own text.') },
  { title: 'UpstreamErrorDetail' },
)

/** What every error says besides its code. */
const errorBody = (title: string, oneDetail: TSchema) =>
  Type.Object(
    {
      message: Type.String({ description: 'What a person reads; its words may change.' }),
      details: Type.Array(oneDetail, {
        description: 'Which fields broke which rules, and what else helps.',
      }),
    },
    { title },
  )

const ErrorBody = errorBody('ErrorBody', ErrorDetail)
const UpstreamErrorBody = errorBody('UpstreamErrorBody', UpstreamErrorDetail)

const errorOf = (body: TObject, codes: readonly ErrorCode[]) => {
  const code = Type.Enum([...codes], { type: 'string', description: 'What a program decides by.' })
  return Type.Object(
    { code, ...body.properties },
    { extends: body, description: 'What went wrong.' },
  )
}

/** The error envelope with one of these codes. */
export const failureSchema = (name: string, codes: readonly ErrorCode[]) =>
  Type.Object(
    {
      success: Type.Literal(false, { description: 'Always false.' }),
      error: errorOf(codes.includes('UPSTREAM_ERROR') ? UpstreamErrorBody : ErrorBody, codes),
      traceId: Type.String({
        format: 'uuid',
        description: 'The id of the request, as in the header `x-request-id`. Quote it to support.',
      }),
    },
    { title: name },
  )

export const success = (requestId: string, timestamp: string, data: unknown) => ({
  success: true,
  data,
  meta: { requestId, timestamp },
})

export const successList = (
  requestId: string,
  timestamp: string,
  { items, page: { page, limit, total } }: { items: readonly unknown[]; page: Page },
) => ({
  success: true,
  data: items,
  meta: { requestId, timestamp, page, limit, total, pages: Math.ceil(total / limit) },
})

export const failure = (
  requestId: string,
  error: { code: ErrorCode; message: string; details: readonly Detail[] },
) => ({ success: false, error, traceId: requestId })
