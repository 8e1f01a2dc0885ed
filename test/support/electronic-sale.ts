import { setTimeout as pause } from 'node:timers/promises'
import { answerTo, type Tally, untilDefinite } from './retrying-caller.ts'
import { documentIn, messagesTo, type State } from './sellers.ts'
import type { SystemAddresses } from './system.ts'
import type { Answer, Api } from './system-client.ts'
import { detailIn } from './vouchers.ts'

/** A voucher that its caller wants to have sent, or deleted, by what the API says of it alone. */
export interface Sale {
  readonly id: string
  readonly phone: string
  readonly habits: Habits
}

export interface Habits {
  /** Once the code is there, the seller does not want to sell any more. */
  readonly changesMind: boolean
  /** The first code is one that was mistyped. */
  readonly mistypes: boolean
  /** Confirms twice at once. */
  readonly isImpatient: boolean
  /** Leaves a document in review to a later call. */
  readonly leavesReview: boolean
}

export interface SaleParts {
  readonly system: SystemAddresses
  readonly api: Api
  readonly tally: Tally
  /** Told of each step that was acknowledged. */
  readonly onStep: () => void
}

type Ended = { readonly as: 'sent'; readonly number: string } | { readonly as: 'deleted' | 'left' }

const WAIT_MS = 50
const END_WITHIN_MS = 90_000
const ASKS_IN_REVIEW = 3

/** Takes whatever step the state allows, until there is no other. */
export async function carryOut(parts: SaleParts, sale: Sale): Promise<Ended> {
  const deadline = Date.now() + END_WITHIN_MS
  const memory = { hasMistyped: false, asked: 0, isDeleting: false }
  let seen: Seen = { state: 'draft', number: null }
  while (Date.now() < deadline) {
    if (seen === 'gone') return { as: 'deleted' }
    if (seen.state === 'sent') return { as: 'sent', number: seen.number ?? '' }
    const step = nextStep(parts, sale, { state: seen.state, memory })
    if (step === 'leave') return { as: 'left' }
    if (step === 'wait') await pause(WAIT_MS)
    const said = step === 'wait' ? undefined : told(await answerTo(step), parts, memory)
    seen = said ?? (await look(parts, sale, memory))
  }
  throw new Error(`${sale.id} has come to no end: ${JSON.stringify(seen)}`)
}

interface Memory {
  hasMistyped: boolean
  asked: number
  isDeleting: boolean
}

type Seen = 'gone' | { readonly state: State; readonly number: string | null }
type Step = 'wait' | 'leave' | (() => Promise<Answer>)

function nextStep(
  parts: SaleParts,
  sale: Sale,
  { state, memory }: { state: State; memory: Memory },
): Step {
  const { api } = parts
  const { habits, id } = sale
  const path = `/v1/expenses/${id}/e-document`
  const remove = () => {
    memory.isDeleting = true
    return api.delete(`/v1/expenses/${id}`)
  }
  switch (state) {
    case 'draft':
    case 'failed':
      return () => api.post(`${path}/prepare`, {})
    case 'prepared':
      return () => api.post(`${path}/sms`, {})
    case 'verification_pending':
      return habits.changesMind ? remove : () => confirm(parts, sale, memory)
    case 'deleting':
      return remove
    case 'review_required':
      memory.asked += 1
      if (habits.leavesReview || memory.asked > ASKS_IN_REVIEW) return 'leave'
      return () => api.get(`${path}/status`)
    default:
      return 'wait'
  }
}

async function confirm({ system, api }: SaleParts, { id, phone, habits }: Sale, memory: Memory) {
  const [message] = await messagesTo(system, phone)
  const code = message?.code ?? '000000'
  const isMistyped = habits.mistypes && !memory.hasMistyped
  memory.hasMistyped = true
  const send = () =>
    api.post(`/v1/expenses/${id}/e-document/confirm`, { code: isMistyped ? `${code}0` : code })
  const [first] = await Promise.all(habits.isImpatient ? [send(), answerTo(send)] : [send()])
  return first
}

const permitted = new Set([
  'E_DOCUMENT_BUSY',
  'E_DOCUMENT_REVIEW_REQUIRED',
  'E_DOCUMENT_REJECTED',
  'E_DOCUMENT_RESULT_UNKNOWN',
  'E_DOCUMENT_RESPONSE_INVALID',
  'E_DOCUMENT_NOT_PREPARED',
  'VERIFICATION_REQUIRED',
  'CONFLICT',
])

/** What an answer says of the document; undefined where somebody has to look. */
function told(answer: Answer | undefined, parts: SaleParts, memory: Memory): Seen | undefined {
  if (answer === undefined) parts.tally.unknown += 1
  else parts.tally.answered += 1
  if (answer === undefined || answer.error?.code === 'INTERNAL_ERROR') return undefined
  if (answer.status === 404 && memory.isDeleting) return 'gone'
  if (answer.status === 200) {
    parts.onStep()
    return memory.isDeleting ? 'gone' : documentIn(answer)
  }
  if (permitted.has(answer.error?.code ?? '')) return undefined
  throw new Error(`refused: ${answer.status} ${JSON.stringify(answer.error)}`)
}

const NOT_SHOWN_YET: Seen = { state: 'preparing', number: null }

/** A reader may be late, so what it shows is a reason for the next step, no more. */
async function look({ api, tally }: SaleParts, { id }: Sale, memory: Memory): Promise<Seen> {
  const { answer } = await untilDefinite(tally, () => api.get(`/v1/expenses/${id}`))
  if (answer.status === 404) return memory.isDeleting ? 'gone' : NOT_SHOWN_YET
  const { eDocument } = detailIn(answer)
  if (eDocument === null) throw new Error(`${id} is no electronic voucher`)
  return eDocument
}
