import { Type } from 'typebox'
import type { Detail } from '#kernel/domain/rejection.ts'
import type { ErrorCode } from './error-codes.ts'

export interface Page {
  readonly page: number
  readonly limit: number
  readonly total: number
}

const Meta = {
  requestId: Type.String({ format: 'uuid' }),
  timestamp: Type.String({ format: 'date-time' }),
}

export const SuccessMeta = Type.Object(Meta)

export const ListMeta = Type.Object({
  ...Meta,
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  pages: Type.Integer(),
})

const DetailSchema = Type.Object({
  field: Type.Optional(Type.String()),
  rule: Type.Optional(Type.String()),
  existingId: Type.Optional(Type.String()),
  uuid: Type.Optional(Type.String()),
  invoiceNumber: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  attemptId: Type.Optional(Type.String({ format: 'uuid' })),
  verificationId: Type.Optional(Type.String()),
  retryAfter: Type.Optional(Type.Integer()),
  retryable: Type.Optional(Type.Boolean()),
  errorCode: Type.Optional(Type.String()),
})

export const Failure = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    details: Type.Array(DetailSchema),
  }),
  traceId: Type.String({ format: 'uuid' }),
})

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
