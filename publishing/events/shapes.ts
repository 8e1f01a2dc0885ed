import { type TSchema, Type } from 'typebox'

// Shapes of public fields. A schema permits unknown fields, so that fields may be added.

export const companyId = () => Type.String({ description: 'The company.' })

/** An identifier for joins. */
export const id = (description: string) => Type.String({ description })

/**
 * The first digits of a hash: among sixteen of them there may be as many decimal ones as a person's number
 * has. Published schemas are frozen, so no pattern says so.
 */
export function keyId(description: string) {
  const schema = text(description)
  keyIds.add(schema)
  return schema
}

export const keyIds = new WeakSet<object>()

export const text = (description: string) => Type.String({ description })

/** A short code: no blanks, no sentence, no personal name. */
export const code = (description: string) => Type.String({ description, pattern: codePattern })

export const decimalPattern = '^-?[0-9]+(\\.[0-9]+)?$'
export const momentPattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$'
export const personRefPattern = '^[0-9a-f]{40}$'
export const codePattern = '^[A-Za-z0-9._/-]{1,64}$'

/** Money, a quantity or a rate; never a binary float. */
export const decimal = (description: string) =>
  Type.String({ description, pattern: decimalPattern })

export const moment = (description: string) => Type.String({ description, pattern: momentPattern })

export const flag = (description: string) => Type.Boolean({ description })

export const count = (description: string) => Type.Integer({ description })

export const oneOf = <const Values extends readonly string[]>(
  description: string,
  values: Values,
) => Type.Enum<[...Values]>([...values], { description })

/** The description is on the union, where readers expect it. */
export const orNull = <S extends TSchema & { readonly description?: string }>(schema: S) => {
  const { description } = schema
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
}

export const personRef = () =>
  Type.String({
    description:
      'Keyed pseudonym of the person: the same in all events of one company, and different in each company.',
    pattern: personRefPattern,
  })

export const environment = (description: string) => oneOf(description, ['test', 'live'])

export const lira = () =>
  Type.Literal('TRY', { description: 'Currency of all money in this event: Turkish lira.' })

export const errorCode = code('The provider’s code, or ours; `OTHER` if it is not a code.')

export const bankTransactionId = orNull(
  id('The bank transaction of the document; null if there is none.'),
)

export const material = text(
  'The material: `gold`, `silver`, `platin`, `paladyum`, or a currency: `usd`, `eur`, `try`.',
)

export const source = oneOf('The source of the document: a bank transaction or manual entry.', [
  'bankTransaction',
  'manual',
])

export const templateId = id('The template (kind of article).')

export const templateKey = orNull(code('The template’s key; null if it is a phrase.'))

export const exchanges = decimal(
  'The price of one gram of fine metal, or of one unit of currency, that was used.',
)

/** The day of a document, for its company. Events of earlier releases do not state it. */
export const companyDay = {
  timeZone: Type.Optional(
    text(
      'The company’s time zone (IANA) when the document was made. Absent in events of earlier releases.',
    ),
  ),
  day: Type.Optional(
    text(
      'The calendar day of `transactionDate` in `timeZone`, as `2026-11-20`. Absent in events of earlier releases.',
    ),
  ),
}

/** The fields of `companyDay`. */
export const dayOf = ({
  timeZone,
  day,
}: {
  readonly timeZone: string | null
  readonly day: string | null
}) => ({ timeZone: timeZone ?? undefined, day: day ?? undefined })

export const purity = orNull(
  decimal(
    'Fine grams in one unit: the purity of a gram, or the fine metal in a piece. Null for currencies.',
  ),
)

/** Events of earlier releases do not state the purity. */
export const purityDerived = Type.Optional(
  Type.Boolean({
    description:
      'False: `purity` is the one that was used, and `fineGrams` is exact. True: the event is of an earlier release; `purity` is `price` ÷ `exchanges` with four decimals.',
  }),
)

export const unitType = oneOf('`GRM`: grams of the goods as they are; `C62`: pieces.', [
  'GRM',
  'C62',
])
