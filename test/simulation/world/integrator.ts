import type {
  Integrator,
  NotFound,
  NotTaken,
  Refused,
  Unknown,
  VoucherStatus,
} from '#command/providers/integrator/port.ts'
import type { InvoiceIntegrator } from '#command/providers/invoice-integrator/port.ts'
import { type ProviderWorld, waywardProvider } from './provider.ts'

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
  /** The documents that were sent to it, as they came. */
  readonly received: readonly Received[]
  /** From now on every call is answered soon and well. */
  readonly heal: () => void
}

interface Received {
  readonly uuid: string
  readonly document: string
}

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

export function simulatedIntegrator(world: ProviderWorld): SimulatedIntegrator {
  const { time, random } = world
  const { ask, heal } = waywardProvider('integrator', world, {
    refused: REFUSED,
    notTaken: NOT_TAKEN,
    timedOut: TIMEOUT,
    aborted: ABORTED,
  })
  const books = new Map<string, Booked>()
  const received: Received[] = []
  const calls: { readonly uuid: string; readonly requestId: string }[] = []
  let numbers = 0
  const nowText = () => new Date(time.now()).toISOString()

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
    received,
    heal,
    vouchers: {
      prepareVoucher: (call, { uuid, document }) => {
        received.push({ uuid, document })
        return ask(call, `prepare ${uuid.slice(0, 8)}`, () => {
          const { state } = keep('voucher', uuid)
          if (state !== 'draft') return { ...REFUSED, errorCode: 'ALREADY_ACCEPTED' }
          return { kind: 'done' as const, answer: { state: 'draft' as const } }
        })
      },
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
      submitInvoice: (call, { uuid, document: sent }) => {
        received.push({ uuid, document: sent })
        calls.push({ uuid, requestId: call.requestId })
        return ask(call, `issue ${uuid.slice(0, 8)}`, () => {
          const document = keep('invoice', uuid)
          if (document.state === 'accepted') return accepted(document)
          return accept(document)
        })
      },
      keepDraft: (call, { uuid, document }) => {
        received.push({ uuid, document })
        return ask(call, `keep ${uuid.slice(0, 8)}`, () => {
          keep('invoice', uuid)
          return { kind: 'done' as const, answer: { state: 'draft' as const } }
        })
      },
      deleteDraft: (call, uuid) => ask(call, `delete ${uuid.slice(0, 8)}`, cancel(uuid)),
      invoiceStatus: (call, uuid) => ask(call, `status ${uuid.slice(0, 8)}`, status(uuid), true),
    },
  }
}
