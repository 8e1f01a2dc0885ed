import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { JsonAnswer, NoAnswer } from '../http-call.ts'
import { providerText } from '../provider-text.ts'
import type { NotFound, NotTaken, Outcome, Refused, Unknown } from './port.ts'

interface Reading<Done> {
  /** The answer in our words; undefined where it is none to this call. */
  readonly done: (body: unknown) => Done | undefined
  /** What no text of the provider may give back. */
  readonly secretCode?: string
}

const REFUSING: ReadonlySet<number> = new Set([400, 404, 409, 422])
const RATE_LIMIT = 429
const NOT_LOOKING: ReadonlySet<number> = new Set([401, 403, RATE_LIMIT])

const fault = { code: Type.String({ minLength: 1 }), message: Type.String() }
const problem = Compile(
  Type.Object({ ...fault, errors: Type.Optional(Type.Array(Type.Object(fault))) }),
)

const MAX_FAULTS = 20

/** Only a clear answer counts; after any other the outcome is unknown. */
export function outcomeOf<Done>(
  answer: JsonAnswer | NoAnswer,
  { done, secretCode }: Reading<Done>,
): Outcome<Done> {
  if (answer.kind === 'unknown') return answer
  const { status, body } = answer
  if (status >= 500) return unknown('SERVER_ERROR', status)
  if (NOT_LOOKING.has(status)) return notTaken(answer, secretCode)
  if (REFUSING.has(status)) return refused(answer, secretCode)
  const read = status >= 200 && status < 300 ? done(body) : undefined
  return read === undefined ? unknown('UNREADABLE', status) : { kind: 'done', answer: read }
}

/** For what is asked about, or ended: that it is not there is an answer of its own. */
export function orNotFound<Done>(outcome: Outcome<Done>): Outcome<Done> | NotFound {
  const isMissing = outcome.kind === 'refused' && outcome.errorCode === 'NOT_FOUND'
  return isMissing ? { kind: 'notFound' } : outcome
}

function refused(answer: JsonAnswer, secretCode?: string): Refused | Unknown {
  const said = saidBy(answer, secretCode)
  if (said === undefined || !problem.Check(answer.body)) return unknown('UNREADABLE', answer.status)
  const faults = answer.body.errors?.slice(0, MAX_FAULTS) ?? []
  const errors = faults.map(({ code, message }) => ({
    errorCode: providerText(code, secretCode),
    errorMessage: providerText(message, secretCode),
  }))
  return { kind: 'refused', ...said, errors }
}

const notTaken = (answer: JsonAnswer, secretCode?: string): NotTaken => ({
  kind: 'notTaken',
  ...(saidBy(answer, secretCode) ?? {
    errorCode: `HTTP_${answer.status}`,
    errorMessage: `answered with status ${answer.status}`,
  }),
  ...(answer.status === RATE_LIMIT ? { isLimit: true } : {}),
})

function saidBy({ status, body }: JsonAnswer, secretCode?: string) {
  if (!problem.Check(body)) return undefined
  return {
    errorCode: providerText(body.code, secretCode) || `HTTP_${status}`,
    errorMessage: providerText(body.message, secretCode),
  }
}

const unknown = (errorCode: 'SERVER_ERROR' | 'UNREADABLE', status: number): Unknown => ({
  kind: 'unknown',
  errorCode,
  errorMessage:
    errorCode === 'UNREADABLE'
      ? `answered with status ${status}, but not in a way that can be read`
      : `answered with status ${status}`,
})
