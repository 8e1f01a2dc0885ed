import {
  ConnectionFailed,
  DocumentRejected,
  OutcomeUnknown,
  SarrafError,
  TooEarly,
} from './errors.ts'
import type { components } from './generated/api.d.ts'
import { pause } from './pause.ts'

export type Voucher = components['schemas']['ElectronicVoucher']
type State = Voucher['eDocument']['state']

export interface Waiting {
  /** For each step: for an SMS, for a step that is under way, and for an unknown outcome. */
  readonly patienceMs: number
  readonly askEveryMs: number
  /** Receives a sentence that says why a step takes longer. */
  readonly explain: (why: string) => void
}

interface Step {
  readonly name: 'prepare' | 'sms' | 'confirm'
  readonly send: () => Promise<Voucher>
  /** The state in which there is nothing left to do. */
  readonly leadsTo: State
}

type AskForStatus = () => Promise<Voucher>

/** Takes a step; when its answer is lost, asks what became of it, and repeats only what was not done. */
export const patientSteps = (status: AskForStatus, waiting: Waiting) =>
  async function take(step: Step): Promise<Voucher> {
    const { patienceMs, askEveryMs, explain } = waiting
    const deadline = Date.now() + patienceMs
    for (;;) {
      try {
        return await step.send()
      } catch (error) {
        const { why, waitMs } = delayOf(error, askEveryMs)
        if (Date.now() + waitMs > deadline) throw error
        explain(`${step.name}: ${why}`)
        await pause(waitMs)
        if (error instanceof TooEarly) continue
        const { eDocument, ...rest } = await settled(status, { deadline, askEveryMs, cause: error })
        if (eDocument.state === step.leadsTo) return { ...rest, eDocument }
        // To prepare is what leads on from there, and it says itself what the provider refuses.
        if (eDocument.state === 'failed' && step.name !== 'prepare')
          throw rejected(eDocument, error)
        explain(`${step.name}: not done, the document is ${eDocument.state}; once more.`)
      }
    }
  }

/** Why a step cannot be repeated at once; the error of one that cannot be repeated at all is thrown. */
function delayOf(error: unknown, askEveryMs: number) {
  if (!isAnswered(error)) {
    return { why: 'the outcome is unknown; asking for it.', waitMs: askEveryMs }
  }
  const seconds = error instanceof TooEarly ? error.details[0]?.retryAfter : undefined
  if (seconds !== undefined) return { why: error.message, waitMs: seconds * 1_000 }
  if (error.code !== 'E_DOCUMENT_BUSY') throw error
  return { why: 'another step is under way.', waitMs: askEveryMs }
}

/** The refusal that the answer to the step would have been. */
function rejected({ state, errorCode, errorMessage }: Voucher['eDocument'], cause: unknown) {
  return new DocumentRejected({
    status: 422,
    code: 'E_DOCUMENT_REJECTED',
    message: errorMessage ?? 'The provider refused the document.',
    details: [
      { field: 'integrator', rule: 'refused', state, ...(errorCode !== null && { errorCode }) },
    ],
    traceId: cause instanceof SarrafError ? cause.traceId : '',
  })
}

interface Asking {
  readonly deadline: number
  readonly askEveryMs: number
  readonly cause: unknown
}

/** The voucher once it is known what became of its last step. */
async function settled(
  status: AskForStatus,
  { deadline, askEveryMs, cause }: Asking,
): Promise<Voucher> {
  for (;;) {
    const found = await status().catch((error: unknown) => {
      if (isAnswered(error) && error.code !== 'E_DOCUMENT_BUSY') throw error
    })
    if (found !== undefined && !openStates.has(found.eDocument.state)) return found
    if (Date.now() + askEveryMs > deadline) throw cause
    await pause(askEveryMs)
  }
}

/** The states in which it is not known yet what became of a step. */
export const openStates: ReadonlySet<State> = new Set([
  'preparing',
  'sms_sending',
  'dispatching',
  'provider_accepted',
  'review_required',
  'deleting',
])

/** A refusal that says what became of the step. */
const isAnswered = (error: unknown): error is SarrafError =>
  error instanceof SarrafError &&
  !(error instanceof OutcomeUnknown) &&
  !(error instanceof ConnectionFailed) &&
  error.status < 500
