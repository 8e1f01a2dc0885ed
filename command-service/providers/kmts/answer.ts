import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { instant, nullable, oneOf } from '#kernel/contract/fields.ts'
import { byKind, readByKind } from '#kernel/domain/by-kind.ts'
import { entryFields } from '#kernel/domain/kmts-entry.ts'
import { parseDecimal, roundTo } from '#kernel/domain/money.ts'
import { providerText } from '../provider-text.ts'
import type { RegisterAnswer } from './port.ts'

const MAX_WEIGHT = 1_000_000_000
const WEIGHT_PLACES = 10

const given = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema))

const Answer = Type.Object({
  scannedCode: Type.String(),
  outcome: oneOf('verified', 'not_found', 'invalid'),
  ...byKind(entryFields, {
    text: given(Type.String()),
    instant: given(instant()),
    decimal: given(Type.Number({ minimum: 0, maximum: MAX_WEIGHT })),
  }),
})

const answer = Compile(Answer)

/** What the register answers, in our words; undefined where it is no answer about that code. */
export function readAnswer(body: unknown, scannedCode: string): RegisterAnswer | undefined {
  if (!answer.Check(body) || body.scannedCode !== scannedCode) return undefined
  const read = { text: textOf, instant: utc, decimal: weightOf }
  return { kind: 'answered', outcome: body.outcome, entry: readByKind(entryFields, body, read) }
}

const textOf = (text: string | null | undefined) =>
  text === null || text === undefined ? null : providerText(text) || null

const utc = (text: string | null | undefined) =>
  text === null || text === undefined ? null : new Date(text).toISOString()

function weightOf(weight: number | null | undefined) {
  const decimal = weight === null || weight === undefined ? undefined : parseDecimal(weight)
  return decimal === undefined ? null : roundTo(decimal, WEIGHT_PLACES)
}
