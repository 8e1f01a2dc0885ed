import type {
  Call,
  Integrator,
  NotFound,
  NotTaken,
  Refused,
  Unknown,
  VoucherStatus,
} from '#command/providers/integrator/port.ts'
import type { InvoiceIntegrator } from '#command/providers/invoice-integrator/port.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import type { Random } from './random.ts'
import type { VirtualTime } from './time.ts'

/** A document as the integrator's own books have it. */
export interface Booked {
  readonly kind: 'voucher' | 'invoice'
  state: VoucherStatus['state']
  number: string | null
  acceptedAt: string | null
  /** The code that was sent last. */
  code: string | null
}

/** The integrator: its books outlive every process of ours. */
export interface SimulatedIntegrator {
  readonly vouchers: Integrator
  readonly invoices: InvoiceIntegrator
  readonly books: ReadonlyMap<string, Booked>
  /** The calls that were to make a document official, by the id of the attempt. */
  readonly submissions: readonly { readonly uuid: string; readonly requestId: string }[]
  /** From now on every call is answered soon and well. */
  readonly heal: () => void
}

interface World {
  readonly time: VirtualTime
  readonly random: Random
  /** How likely it is that a call goes wrong. */
  readonly mischief: number
  readonly told: (what: string) => void
}

const PATIENCE_MS = 2_000
const LATEST_MS = 20_000

const fates = [
  'refuses',
  'takes nothing',
  'loses the request',
  'loses the answer',
  'answers late',
  'does it late',
  'does it twice',
] as const

const REFUSED: Refused = {
  kind: 'refused',
  errorCode: 'INVALID_DOCUMENT',
  errorMessage: 'refused by chance',
  errors: [],
}
const NOT_TAKEN: NotTaken = {
  kind: 'notTaken',
  errorCode: 'TOO_MANY_REQUESTS',
  errorMessage: 'no more for now',
  isLimit: true,
}
const TIMEOUT: Unknown = { kind: 'unknown', errorCode: 'TIMEOUT', errorMessage: 'no answer' }
const ABORTED: Unknown = { kind: 'unknown', errorCode: 'ABORTED', errorMessage: 'the process ends' }
const NOT_FOUND: NotFound = { kind: 'notFound' }

export function simulatedIntegrator({ time, random, mischief, told }: World): SimulatedIntegrator {
  const books = new Map<string, Booked>()
  const calls: { readonly uuid: string; readonly requestId: string }[] = []
  let numbers = 0
  let isSound = false
  const nowText = () => new Date(time.now()).toISOString()

  /** What the integrator does, and when; what it has begun it ends, whoever asked. */
  async function ask<Answer>(
    { signal, requestId }: Call,
    what: string,
    work: () => Answer,
    isReading = false,
  ): Promise<Answer | Refused | NotTaken | Unknown> {
    const goesWrong = !isSound && random.chance(mischief)
    const fate = goesWrong ? random.pick(fates) : 'answers'
    if (goesWrong) told(`integrator ${fate}: ${what} ${requestId.slice(0, 8)}`)
    if (fate === 'refuses' && !isReading) return after(REFUSED)
    if (fate === 'takes nothing') return after(NOT_TAKEN)
    const doneAfterMs =
      fate === 'does it late' ? random.integer(PATIENCE_MS, LATEST_MS) : random.integer(1, 20)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const process = time.process()
    if (fate !== 'loses the request') {
      time.within(undefined, () =>
        time.after(doneAfterMs, () => {
          const done = work()
          const answer = fate === 'does it twice' ? work() : done
          const answeredAfterMs = fate === 'answers late' ? PATIENCE_MS : random.integer(1, 20)
          if (fate === 'loses the answer') return
          time.within(process, () => time.after(answeredAfterMs, () => resolve(answer)))
        }),
      )
    }
    return Promise.race([promise, patience(signal)])
  }

  const after = async <Answer>(answer: Answer) => {
    await pause(random.integer(1, 20), new AbortController().signal)
    return answer
  }

  async function patience(signal: AbortSignal | undefined) {
    await pause(PATIENCE_MS, signal ?? new AbortController().signal)
    return signal?.aborted === true ? ABORTED : TIMEOUT
  }

  const accepted = (document: Booked) => ({
    kind: 'done' as const,
    answer: { number: document.number ?? '', acceptedAt: document.acceptedAt ?? '' },
  })

  function accept(document: Booked) {
    document.state = 'accepted'
    document.number = `KUY2026${String(++numbers).padStart(9, '0')}`
    document.acceptedAt = nowText()
    return accepted(document)
  }

  function keep(kind: Booked['kind'], uuid: string) {
    const there = books.get(uuid)
    if (there !== undefined) return there
    const document: Booked = {
      kind,
      state: 'draft',
      number: null,
      acceptedAt: null,
      code: null,
    }
    books.set(uuid, document)
    return document
  }

  const status = (uuid: string) => () => {
    const document = books.get(uuid)
    if (document === undefined) return NOT_FOUND
    const { state, number, acceptedAt } = document
    const rest = { detail: null, reportStatus: null, cancelled: state === 'cancelled' }
    if (state === 'accepted')
      return {
        kind: 'done' as const,
        answer: { state, number: number ?? '', acceptedAt: acceptedAt ?? '', ...rest },
      }
    return { kind: 'done' as const, answer: { state, number, acceptedAt, ...rest } }
  }

  const cancel = (uuid: string) => () => {
    const document = books.get(uuid)
    if (document === undefined) return NOT_FOUND
    if (document.state === 'accepted') return { ...REFUSED, errorCode: 'ALREADY_ACCEPTED' }
    document.state = 'cancelled'
    return { kind: 'done' as const, answer: { state: 'cancelled' as const } }
  }

  return {
    books,
    submissions: calls,
    heal: () => void (isSound = true),
    vouchers: {
      prepareVoucher: (call, { uuid }) =>
        ask(call, `prepare ${uuid.slice(0, 8)}`, () => {
          const document = keep('voucher', uuid)
          if (document.state !== 'draft') return { ...REFUSED, errorCode: 'ALREADY_ACCEPTED' }
          return { kind: 'done' as const, answer: { state: 'draft' as const } }
        }),
      sendVoucherSms: (call, uuid) =>
        ask(call, `sms ${uuid.slice(0, 8)}`, () => {
          const document = books.get(uuid)
          if (document?.state !== 'draft') return { ...REFUSED, errorCode: 'NOT_A_DRAFT' }
          document.code = String(random.integer(100_000, 999_999))
          return { kind: 'done' as const, answer: { sentAt: nowText() } }
        }),
      submitVoucher: (call, uuid, code) => {
        calls.push({ uuid, requestId: call.requestId })
        return ask(call, `submit ${uuid.slice(0, 8)}`, () => {
          const document = books.get(uuid)
          if (document === undefined) return { ...REFUSED, errorCode: 'NOT_FOUND' }
          if (document.state === 'accepted') return accepted(document)
          if (document.state !== 'draft') return { ...REFUSED, errorCode: 'NOT_A_DRAFT' }
          if (document.code !== code) return { ...REFUSED, errorCode: 'CODE_WRONG' }
          return accept(document)
        })
      },
      voucherStatus: (call, uuid) => ask(call, `status ${uuid.slice(0, 8)}`, status(uuid), true),
      voucherFile: async () => ({ kind: 'invalid', reason: 'no files', rule: 'unavailable' }),
      cancelVoucher: (call, uuid) => ask(call, `cancel ${uuid.slice(0, 8)}`, cancel(uuid)),
    },
    invoices: {
      submitInvoice: (call, { uuid }) => {
        calls.push({ uuid, requestId: call.requestId })
        return ask(call, `issue ${uuid.slice(0, 8)}`, () => {
          const document = keep('invoice', uuid)
          if (document.state === 'accepted') return accepted(document)
          return accept(document)
        })
      },
      keepDraft: (call, { uuid }) =>
        ask(call, `keep ${uuid.slice(0, 8)}`, () => {
          keep('invoice', uuid)
          return { kind: 'done' as const, answer: { state: 'draft' as const } }
        }),
      deleteDraft: (call, uuid) => ask(call, `delete ${uuid.slice(0, 8)}`, cancel(uuid)),
      invoiceStatus: (call, uuid) => ask(call, `status ${uuid.slice(0, 8)}`, status(uuid), true),
    },
  }
}
