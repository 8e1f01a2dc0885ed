import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { providerText } from '../provider-text.ts'
import type { VoucherStatus } from './port.ts'

// What the integrator answers, in our words; undefined where it is no answer about that uuid.

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const oneOf = <const Value extends string>(...values: readonly Value[]) => Type.Enum([...values])
const uuid = Type.String()
const instant = Type.String({ format: 'date-time' })
const officialNumber = Type.String({ pattern: '^[A-Z0-9]{3}20[0-9]{2}[0-9]{9}$' })

const preparedAnswer = Compile(Type.Object({ uuid, state: Type.Literal('draft') }))
const smsAnswer = Compile(Type.Object({ uuid, sentAt: instant }))
const submittedAnswer = Compile(Type.Object({ uuid, number: officialNumber, acceptedAt: instant }))
const cancelledAnswer = Compile(Type.Object({ uuid, state: oneOf('cancelled', 'rejected') }))
const statusAnswer = Compile(
  Type.Object({
    uuid,
    state: oneOf('draft', 'accepted', 'rejected', 'cancelled'),
    number: orNull(officialNumber),
    acceptedAt: orNull(instant),
    detail: orNull(Type.String()),
    reportStatus: orNull(oneOf('NotReported', 'Reported')),
    cancelled: Type.Boolean(),
  }),
)

export const readPrepared = (document: string) => (body: unknown) =>
  preparedAnswer.Check(body) && isSame(body.uuid, document) ? { state: body.state } : undefined

export const readCancelled = (document: string) => (body: unknown) =>
  cancelledAnswer.Check(body) && isSame(body.uuid, document) ? { state: body.state } : undefined

export const readSms = (document: string) => (body: unknown) => {
  if (!smsAnswer.Check(body) || !isSame(body.uuid, document)) return undefined
  const sentAt = utc(body.sentAt)
  return sentAt === undefined ? undefined : { sentAt }
}

export const readSubmitted = (document: string) => (body: unknown) => {
  if (!submittedAnswer.Check(body) || !isSame(body.uuid, document)) return undefined
  const acceptedAt = utc(body.acceptedAt)
  return acceptedAt === undefined ? undefined : { number: body.number, acceptedAt }
}

export const readStatus =
  (document: string) =>
  (body: unknown): VoucherStatus | undefined => {
    if (!statusAnswer.Check(body) || !isSame(body.uuid, document)) return undefined
    const { state, number, reportStatus, cancelled } = body
    const acceptedAt = body.acceptedAt === null ? null : (utc(body.acceptedAt) ?? null)
    const detail = body.detail === null ? null : withoutCodes(providerText(body.detail))
    const rest = { detail, reportStatus, cancelled }
    if (state !== 'accepted') return { state, number, acceptedAt, ...rest }
    // Accepted without a number or a time is no explicit answer.
    if (number === null || acceptedAt === null) return undefined
    return { state, number, acceptedAt, ...rest }
  }

/** At this point the code that was sent is no longer known, so any text that may be a code is removed. */
const withoutCodes = (text: string) => text.replaceAll(/(?<!\d)\d{4,8}(?!\d)/g, '[code]')

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

function utc(text: string): string | undefined {
  const instantOf = new Date(text)
  if (Number.isNaN(instantOf.getTime())) return undefined
  const written = instantOf.toISOString()
  return written.length === 24 ? written : undefined
}
