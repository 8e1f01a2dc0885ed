import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { JsonAnswer, NoAnswer } from '../http-call.ts'
import type { VoucherStatus } from '../integrator/port.ts'

// What Nilvera answers, in the words of the port; docs/provider-protocol.md has the table.

const orNull = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
const officialNumber = Type.String({ pattern: '^[A-Z0-9]{3}20[0-9]{2}[0-9]{9}$' })
const STATES = ['succeed', 'error', 'waiting', 'unknown'] as const
const NOT_THERE = 404
/** The uuid is already registered, by an unknown request, so its status is asked. */
const REGISTERED = 1001

const sent = Compile(Type.Object({ UUID: Type.String(), InvoiceNumber: officialNumber }))
const archived = Compile(
  Type.Object({
    StatusCode: Type.Enum([...STATES]),
    StatusDetail: orNull(Type.String()),
    ReportStatus: orNull(Type.String()),
  }),
)
const invoiced = Compile(
  Type.Object({
    InvoiceStatus: Type.Object({
      Code: Type.Enum([...STATES]),
      DetailDescription: orNull(Type.String()),
    }),
  }),
)
const details = Compile(
  Type.Object({ UUID: Type.String(), InvoiceNumber: officialNumber, SendDate: Type.String() }),
)
const problem = Compile(
  Type.Object({
    Errors: Type.Array(
      Type.Object({
        Code: Type.Integer(),
        Description: orNull(Type.String()),
        Detail: orNull(Type.String()),
      }),
      { minItems: 1 },
    ),
  }),
)

export const readSent = (uuid: string, acceptedAt: string) => (body: unknown) =>
  sent.Check(body) && isSame(body.UUID, uuid)
    ? { number: body.InvoiceNumber, acceptedAt }
    : undefined

export interface NilveraState {
  readonly code: (typeof STATES)[number]
  readonly detail: string | null
  readonly reportStatus: VoucherStatus['reportStatus']
}

/** Of the archive and of electronic invoices, which name it differently. */
export function readState(body: unknown): NilveraState | undefined {
  if (archived.Check(body)) {
    const { StatusCode: code, StatusDetail: detail = null, ReportStatus } = body
    const isReport = ReportStatus === 'Reported' || ReportStatus === 'NotReported'
    return { code, detail, reportStatus: isReport ? ReportStatus : null }
  }
  if (!invoiced.Check(body)) return undefined
  const { Code: code, DetailDescription: detail = null } = body.InvoiceStatus
  return { code, detail, reportStatus: null }
}

export const readDetails = (uuid: string) => (body: unknown) => {
  if (!details.Check(body) || !isSame(body.UUID, uuid)) return undefined
  const sentAt = new Date(body.SendDate)
  if (Number.isNaN(sentAt.getTime())) return undefined
  return { number: body.InvoiceNumber, acceptedAt: sentAt.toISOString() }
}

/** The answer with its errors in the words of our own protocol. */
export function translated(answer: JsonAnswer | NoAnswer): JsonAnswer | NoAnswer {
  if (answer.kind === 'unknown') return answer
  const { status, body } = answer
  if (!problem.Check(body)) {
    const missing = { code: 'NOT_FOUND', message: 'Nilvera has no such document.' }
    return status === NOT_THERE ? { ...answer, body: missing } : answer
  }
  if (body.Errors.some(({ Code }) => Code === REGISTERED)) {
    return { kind: 'answered', status: 500, body: null }
  }
  const errors = body.Errors.map(({ Code, Description, Detail }) => ({
    code: status === NOT_THERE ? 'NOT_FOUND' : `NILVERA_${Code}`,
    message: [Description, Detail].filter((text) => (text ?? '') !== '').join(': '),
  }))
  return { ...answer, body: { ...errors[0], errors } }
}

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()
