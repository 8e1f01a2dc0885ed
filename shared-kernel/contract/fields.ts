import { type TSchema, Type } from 'typebox'
import { Set as setFormat } from 'typebox/format'

// Building blocks of the contract's schemas, which validate requests and give the OpenAPI document.

export const RECORD_ID = '^[0-9a-fA-F]{24}$'
/** PostgreSQL and XML cannot hold these. For a class of a regular expression. */
export const CONTROL_CHARACTERS = String.raw`\x00-\x08\x0B\x0C\x0E-\x1F`
const MAX_TEXT = 500
const MAX_FREE_TEXT = 4000
const MAX_AMOUNT = 999_999_999_999.99

const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i

/** A date-time with its time zone, or a day, which means its midnight in UTC. */
const isInstant = (text: string) => {
  if (!FULL_DATE.test(text) && !DATE_WITH_ZONE.test(text)) return false
  const day = text.slice(0, 10)
  const parsed = Date.parse(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(day)
  return exists && isWithinYears(Date.parse(text))
}

/** Whether the year has four digits in UTC too. */
const isWithinYears = (milliseconds: number) =>
  milliseconds >= Date.parse('0001-01-01T00:00:00Z') &&
  milliseconds < Date.parse('9999-12-31T23:59:59.999Z')

setFormat('instant', isInstant)
/** The same, but kept as written, because digits after the milliseconds count. */
setFormat('moment', isInstant)

export const recordId = () => Type.String({ pattern: RECORD_ID })
export const text = (maxLength = MAX_TEXT) => Type.String({ minLength: 1, maxLength })
export const freeText = () => text(MAX_FREE_TEXT)
export const instant = () => Type.String({ format: 'instant' })
export const moment = () => Type.String({ format: 'moment' })
/** `YYYY-MM-DD` */
export const day = () => Type.String({ format: 'date' })
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
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
}

/** `field`, `field:asc` or `field:desc`, for the fields that a list can be sorted by. */
export const sortBy = (fields: readonly string[], byDefault: string) =>
  Type.Optional(
    Type.String({ pattern: `^(${fields.join('|')})(:(asc|desc))?$`, default: byDefault }),
  )

export const IdParameter = Type.Object({ id: recordId() })
export const NoParameters = Type.Object({})
