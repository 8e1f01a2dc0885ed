import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { instant, nullable, oneOf } from '#kernel/contract/fields.ts'
import { parseDecimal, roundTo } from '#kernel/domain/money.ts'
import { providerText } from '../provider-text.ts'
import type { RegisterAnswer, RegisterEntry } from './port.ts'

const MAX_WEIGHT = 1_000_000_000
const WEIGHT_PLACES = 10

const given = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema))
const words = given(Type.String())

const Answer = Type.Object({
  scannedCode: Type.String(),
  outcome: oneOf('verified', 'not_found', 'invalid'),
  status: words,
  statusDescription: words,
  statusTitleDescription: words,
  activationDate: given(instant()),
  markingDate: given(instant()),
  scanVerificationId: words,
  refineryName: words,
  productName: words,
  millesimalFineness: words,
  weightUnit: words,
  metal: words,
  weight: given(Type.Number({ minimum: 0, maximum: MAX_WEIGHT })),
  packagePrefix: words,
  method: words,
  methodDescription: words,
})
type Answer = Static<typeof Answer>

const answer = Compile(Answer)

/** What the register answers, in our words; undefined where it is no answer about that code. */
export function readAnswer(body: unknown, scannedCode: string): RegisterAnswer | undefined {
  if (!answer.Check(body) || body.scannedCode !== scannedCode) return undefined
  return { kind: 'answered', outcome: body.outcome, entry: entryOf(body) }
}

const entryOf = (body: Answer): RegisterEntry => ({
  status: textOf(body.status),
  statusDescription: textOf(body.statusDescription),
  statusTitleDescription: textOf(body.statusTitleDescription),
  activationDate: utc(body.activationDate),
  markingDate: utc(body.markingDate),
  scanVerificationId: textOf(body.scanVerificationId),
  refineryName: textOf(body.refineryName),
  productName: textOf(body.productName),
  millesimalFineness: textOf(body.millesimalFineness),
  weightUnit: textOf(body.weightUnit),
  metal: textOf(body.metal),
  weight: weightOf(body.weight),
  packagePrefix: textOf(body.packagePrefix),
  method: textOf(body.method),
  methodDescription: textOf(body.methodDescription),
})

const textOf = (text: string | null | undefined) =>
  text === null || text === undefined ? null : providerText(text) || null

const utc = (text: string | null | undefined) =>
  text === null || text === undefined ? null : new Date(text).toISOString()

function weightOf(weight: number | null | undefined) {
  const decimal = weight === null || weight === undefined ? undefined : parseDecimal(weight)
  return decimal === undefined ? null : roundTo(decimal, WEIGHT_PLACES)
}
