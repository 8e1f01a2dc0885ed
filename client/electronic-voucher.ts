import { setTimeout as pause } from 'node:timers/promises'
import type { Sarraf } from './connect.ts'
import { OutcomeUnknown, SarrafError, TooEarly } from './errors.ts'
import type { components } from './generated/api.d.ts'

type Voucher = components['schemas']['ElectronicVoucher']

interface Waiting {
  /** For an SMS, for a step that is under way, and for an unknown outcome. */
  readonly patienceMs?: number
  readonly askEveryMs?: number
}

/** The steps of one electronic voucher. Each waits while it makes sense, and is safe to call again. */
export function electronicVoucher(
  client: Sarraf,
  id: string,
  { patienceMs = 120_000, askEveryMs = 2_000 }: Waiting = {},
) {
  const params = { path: { id } }
  const body = { data: {} }
  const prefix = '/v1/expenses/{id}/e-document'

  /** Where it stands, by the provider's own word. */
  const status = async () => voucherIn(await client.GET(`${prefix}/status`, { params }))

  /** Stores the document at the provider as a draft, and locks its content and phone. */
  const prepare = () =>
    patiently(async () => voucherIn(await client.POST(`${prefix}/prepare`, { params, body })))

  /** Sends the seller a code. Waits until the next SMS may be sent. */
  const sms = () =>
    patiently(async () => voucherIn(await client.POST(`${prefix}/sms`, { params, body })))

  /**
   * Submits the document with the seller's code. When its answer is lost or unclear, asks until the
   * outcome is known; it is never submitted a second time.
   */
  const confirm = async (code: string) => {
    try {
      const sent = client.POST(`${prefix}/confirm`, { params, body: { data: { code } } })
      return voucherIn(await sent)
    } catch (error) {
      if (isAnswered(error)) throw error
      return sentAfterAll(error)
    }
  }

  /** Repeats a step until the one that is under way has ended, or the cooldown is over. */
  async function patiently(step: () => Promise<Voucher>): Promise<Voucher> {
    const deadline = Date.now() + patienceMs
    for (;;) {
      try {
        return await step()
      } catch (error) {
        const waitMs = waitAfter(error)
        if (waitMs === undefined || Date.now() + waitMs > deadline) throw error
        await pause(waitMs)
      }
    }
  }

  function waitAfter(error: unknown): number | undefined {
    if (!(error instanceof SarrafError)) return undefined
    if (error.code === 'E_DOCUMENT_BUSY') return askEveryMs
    const seconds = error instanceof TooEarly ? error.details[0]?.retryAfter : undefined
    return seconds === undefined ? undefined : seconds * 1_000
  }

  async function sentAfterAll(cause: unknown): Promise<Voucher> {
    const deadline = Date.now() + patienceMs
    while (Date.now() < deadline) {
      const found = await status().catch((error: unknown) => {
        if (isAnswered(error)) throw error
      })
      if (found?.eDocument.state === 'sent') return found
      if (found !== undefined && !openStates.has(found.eDocument.state)) throw cause
      await pause(askEveryMs)
    }
    throw cause
  }

  return { prepare, sms, confirm, status }
}

const openStates: ReadonlySet<string> = new Set([
  'dispatching',
  'provider_accepted',
  'review_required',
])

/** A refusal that says what became of the step. */
const isAnswered = (error: unknown) =>
  error instanceof SarrafError &&
  !(error instanceof OutcomeUnknown) &&
  error.code !== 'E_DOCUMENT_BUSY' &&
  error.status < 500

function voucherIn({ data: answer }: { readonly data?: { readonly data: Voucher } }): Voucher {
  if (answer === undefined) throw new Error('the answer has no body')
  return answer.data
}
