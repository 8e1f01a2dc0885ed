import { type TSchema, Type } from 'typebox'
import type { Detail } from '#kernel/domain/detail.ts'
import { described } from '#kernel/records/described.ts'
import { EDocument } from '#kernel/records/electronic-document.ts'
import { type ErrorCode, errorCodes } from './error-codes.ts'
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

const SuccessMeta = Type.Object(meta, { title: 'Meta' })

const ListMeta = Type.Object(
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

const Code = Type.Enum([...errorCodes], { type: 'string', title: 'ErrorCode' })

const detail = {
  field: text(
    'The field or header, as the request wrote it: `data.idNo`, `filter[status]`, `page`. Where none is at fault: `id` (the record), `Authorization`, `request` (the service), `integrator` or `register` (the provider).',
  ),
  rule: text(
    'The rule that the field broke, such as `required` or `duplicate`; the guide lists them. With the code `UPSTREAM_ERROR` it is the integrator’s own text.',
  ),
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

const ErrorBody = Type.Object(
  {
    code: described(Code, 'What a program decides by.'),
    message: text('What a person reads; its words may change.'),
    details: Type.Array(ErrorDetail, {
      description: 'Which fields broke which rules, and what else helps.',
    }),
  },
  { title: 'ErrorBody' },
)

/** The envelope of every error, whatever its code and status. */
export const Failure = Type.Object(
  {
    success: Type.Literal(false, { description: 'Always false.' }),
    error: described(ErrorBody, 'What went wrong.'),
    traceId: Type.String({
      format: 'uuid',
      description: 'The id of the request, as in the header `x-request-id`. Quote it to support.',
    }),
  },
  { title: 'Error' },
)

const Succeeded = Type.Literal(true, { description: 'Always true.' })

/** The envelope of one record, or of what an operation has done. */
export const successSchema = (data: TSchema) =>
  Type.Object({ success: Succeeded, data, meta: SuccessMeta }, { title: `${nameIn(data)}Response` })

/** The envelope of a page of a list. */
export const pageSchema = (item: TSchema) =>
  Type.Object(
    {
      success: Succeeded,
      data: Type.Array(item, { description: 'The records of this page.' }),
      meta: ListMeta,
    },
    { title: `${nameIn(item).replace(/Item$/, '')}Page` },
  )

function nameIn(schema: object): string {
  if ('title' in schema && typeof schema.title === 'string') return schema.title
  throw new Error('what an endpoint answers needs a title')
}

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

/** The envelope of a list whose items are JSON already. */
export function jsonOfList(
  requestId: string,
  timestamp: string,
  { itemsAsJson, page }: { readonly itemsAsJson: readonly string[]; readonly page: Page },
): string {
  const envelope = JSON.stringify(successList(requestId, timestamp, { items: [], page }))
  return envelope.replace('[]', () => `[${itemsAsJson.join(',')}]`)
}

export const failure = (
  requestId: string,
  error: { code: ErrorCode; message: string; details: readonly Detail[] },
) => ({ success: false, error, traceId: requestId })
