import { type TSchema, Type } from 'typebox'
import { Set as setFormat } from 'typebox/format'
import { isBirthday } from '#kernel/domain/birthday.ts'
import { isWrittenInPlainDigits } from '#kernel/domain/identity-number.ts'
import { KMTS_CODE, MAX_KMTS_CODE } from '#kernel/domain/kmts-code.ts'
import { isDay, isMoment } from '#kernel/domain/moment.ts'
import { described } from '#kernel/records/described.ts'

// Building blocks of the contract's schemas, which validate requests and give the OpenAPI document.

export const RECORD_ID = '^[0-9a-fA-F]{24}$'
const MAX_TEXT = 500
const MAX_FREE_TEXT = 4000
const MAX_AMOUNT = 999_999_999_999.99

setFormat('instant', isMoment)
/** The same, but kept as written, because digits after the milliseconds count. */
setFormat('moment', isMoment)
setFormat('day', isDay)
setFormat('identityNumber', isWrittenInPlainDigits)

export const recordId = () => Type.String({ pattern: RECORD_ID })
export const text = (maxLength = MAX_TEXT) => Type.String({ minLength: 1, maxLength })
/** Of a person or a company, in digits from 0 to 9. */
export const identityNumber = () =>
  Type.String({ minLength: 1, maxLength: MAX_TEXT, format: 'identityNumber' })
export const freeText = () => text(MAX_FREE_TEXT)
/** A scanned code, in capitals before its length is looked at: some letters become two. */
export const kmtsCode = () =>
  Type.String({ minLength: 1, maxLength: MAX_KMTS_CODE, pattern: KMTS_CODE })
export const instant = () => Type.String({ format: 'instant' })
export const moment = () => Type.String({ format: 'moment' })
/** `YYYY-MM-DD`, from 1900 to today. */
export const birthday = () =>
  Type.Refine(
    Type.String({ format: 'day' }),
    (value) => isBirthday(value, Date.now()),
    () => 'format',
  )
export const flag = () => Type.Boolean()
export const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  Type.Enum([...values], { type: 'string' })

const decimalsOf = (value: number) => {
  const [digits, exponent = '0'] = value.toString().split('e')
  return Math.max(0, (digits?.split('.')[1]?.length ?? 0) - Number(exponent))
}

/** Money in a request: greater than 0, at most 2 decimals, at most 999 999 999 999.99. */
export const amount = () =>
  Type.Refine(
    Type.Number({ exclusiveMinimum: 0, maximum: MAX_AMOUNT, 'x-multiple-of': 0.01 }),
    (value) => decimalsOf(value) <= 2,
    () => 'format',
  )

/** A price or rate in a request: greater than 0, at most 8 decimals. */
export const rate = () =>
  Type.Refine(
    Type.Number({ exclusiveMinimum: 0, maximum: MAX_AMOUNT, 'x-multiple-of': 0.00000001 }),
    (value) => decimalsOf(value) <= 8,
    () => 'format',
  )

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Response fields. */
export const Id = Type.String({ pattern: '^[0-9a-f]{24}$' })
export const DateTime = Type.String({ format: 'date-time' })
export const Money = Type.Number()
export const Text = Type.String()

/** Every client can write it, and the rows before it can be counted. */
const MAX_PAGE = 2 ** 31 - 1

/** Query parameters of every list. */
export const paging = {
  page: Type.Optional(
    described(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1 }), 'Page number, from 1.'),
  ),
  pageSize: Type.Optional(
    described(Type.Integer({ minimum: 1, maximum: 100, default: 25 }), 'Items per page.'),
  ),
}

/** `field`, `field:asc` or `field:desc`, for the fields that a list can be sorted by. */
export const sortBy = (fields: readonly string[], byDefault: string) =>
  Type.Optional(
    described(
      Type.String({ pattern: `^(${fields.join('|')})(:(asc|desc))?$`, default: byDefault }),
      'Sort field with `:asc` (default) or `:desc`.',
    ),
  )

export const IdParameter = Type.Object({ id: described(recordId(), '24 hexadecimal digits.') })
export const NoParameters = Type.Object({})
