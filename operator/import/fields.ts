import { type Static, type TObject, type TSchema, Type } from 'typebox'
import {
  instant,
  moment,
  birthday as requestedBirthday,
  identityNumber as requestedIdentityNumber,
  text,
} from '#kernel/contract/fields.ts'
import { amountFault, SOME_METAL } from '#kernel/domain/booked-amount.ts'
import { typeOfExemptionCode } from '#kernel/domain/exemption-codes.ts'
import { epochMsOf } from '#kernel/domain/instant.ts'
import {
  checkedDecimal,
  compare,
  type Decimal,
  isMoney,
  parseDecimal,
  roundTo,
} from '#kernel/domain/money.ts'
import { OFFICIAL_PREFIX } from '#kernel/domain/official-number.ts'

export const DAY_MS = 24 * 60 * 60 * 1_000

// What an import line can hold beside the building blocks of the API's own requests.

/** Money, rates and quantities may be written as decimal strings or as numbers. */
export const decimal = (description: string, isAllowed: (value: Decimal) => boolean) =>
  Type.Refine(
    Type.Union([Type.Number(), Type.String()], { description }),
    (value) => {
      const parsed = parseDecimal(value)
      return parsed !== undefined && isAllowed(parsed)
    },
    () => 'format',
  )

const isPositive = (value: Decimal) => compare(value, '0') > 0
const hasPlaces = (value: Decimal, places: number) => compare(roundTo(value, places), value) === 0
const isWithin = (value: Decimal, limit: Decimal) =>
  compare(value, limit) <= 0 && compare(value, '0') >= 0

export const moneyOrZero = () =>
  decimal(
    'an amount of at least 0 with at most 2 decimals',
    (value) => isMoney(value) && !value.startsWith('-'),
  )

const PLACES = 'with at most 2 decimals, 5 of XAU, XAG, XPT and XPD'

/** What a bank booked. How many decimals there may be follows from the currency, which is another field. */
export const bookedAmount = () =>
  decimal(
    `an amount of at least 0 ${PLACES}`,
    (value) => !value.startsWith('-') && amountFault(value, SOME_METAL) === undefined,
  )

/** May be negative. */
export const bookedBalance = () =>
  decimal(`an amount ${PLACES}`, (value) => amountFault(value, SOME_METAL) === undefined)

export const rate = () =>
  decimal(
    'a number greater than 0 with at most 8 decimals',
    (value) => isPositive(value) && hasPlaces(value, 8) && isWithin(value, '999999999999.99999999'),
  )

export const weight = () =>
  decimal(
    'a number of at least 0 with at most 10 decimals',
    (value) => hasPlaces(value, 10) && isWithin(value, '999999999'),
  )

export const percentage = () =>
  decimal(
    'a percentage from 0 to 100 with at most 2 decimals',
    (value) => hasPlaces(value, 2) && isWithin(value, '100'),
  )

export const timeZone = () =>
  Type.Refine(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'a time zone such as Europe/Istanbul',
    }),
    isTimeZone,
    () => 'format',
  )

export const webAddress = () =>
  Type.Refine(
    Type.String({ maxLength: 500, description: 'an address that starts with http:// or https://' }),
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
    () => 'format',
  )

export const exemptionCode = () =>
  Type.Refine(
    Type.String({
      maxLength: 3,
      description: "an exemption code of the tax authority's list, such as 230 or 805",
    }),
    (value) => typeOfExemptionCode(value) !== undefined,
    () => 'enum',
  )

export const birthday = () =>
  Type.With(requestedBirthday(), { description: 'a day as YYYY-MM-DD, from 1900 to today' })

export const identityNumber = () =>
  Type.With(requestedIdentityNumber(), {
    description: 'a text of 1 to 500 characters, its digits from 0 to 9',
  })

/** What else a released version has imported leaves the choice to the integrator. */
export const officialSerial = () =>
  Type.String({ pattern: OFFICIAL_PREFIX, description: 'three of A-Z and 0-9' })

export const currency = () => text(10)

export const texts = () => Type.Array(text())

/** A field that a line may leave out: it then has no value. */
export const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

/** A field that a line may leave out: it then has this value. */
export const withDefault = <Schema extends TSchema>(schema: Schema, value: Static<Schema>) =>
  Type.With(Type.Optional(schema), { default: value })

/** A field that a line may leave out: docs/import.md says in these words what holds then. */
export const derived = <Schema extends TSchema>(schema: Schema, otherwise: string) =>
  Type.With(Type.Optional(schema), { otherwise })

/** Of a document that was issued already; clocks may differ. */
export const pastMoment = () =>
  Type.Refine(
    Type.String({
      format: 'instant',
      description: 'a date with its time and zone, not in the future',
    }),
    (value) => epochMsOf(value) <= Date.now() + DAY_MS,
    () => 'format',
  )

/** The moment up to which something holds, usually far ahead. */
export const end = () => Type.With(instant(), { isEnd: true })

/** The fields that tell when something was, or from when it counts. */
export const toldMomentsOf = ({ properties }: TObject): ReadonlySet<string> =>
  new Set(
    Object.entries<TSchema>(properties)
      .filter(([, field]) => 'format' in field && field.format === 'instant' && !('isEnd' in field))
      .map(([name]) => name),
  )

/** A record as the API shows it can be given back: when it was changed last the log itself knows. */
export const lastChange = () => derived(moment(), 'not used')

export const decimalOrNull = (value: string | number | undefined): Decimal | null =>
  value === undefined ? null : checkedDecimal(value)

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
