import type { Sarraf } from './connect.ts'
import { patientSteps, type Voucher, type Waiting } from './patient-steps.ts'

/** The code from the seller's SMS, or how to come by it once the SMS is sent. */
type Code = string | ((sent: Voucher) => Promise<string>)

const usual: Waiting = { patienceMs: 120_000, askEveryMs: 2_000, explain: () => undefined }

const prefix = '/v1/expenses/{id}/e-document'

/**
 * The steps of one electronic voucher, in a chain: `voucher.prepare().sms().confirm(code)`. Await any
 * of them for the voucher as it is then. Each waits while that makes sense. When its answer is lost,
 * it asks what became of it, and repeats only what was not done.
 */
export function electronicVoucher(client: Sarraf, id: string, waiting: Partial<Waiting> = {}) {
  const params = { path: { id } }
  const body = { data: {} }

  /** Where it stands, by the provider's own word. */
  const status = async () => voucherIn(await client.GET(`${prefix}/status`, { params }))

  const take = patientSteps(status, { ...usual, ...waiting })

  const steps = {
    prepare: {
      name: 'prepare',
      send: async () => voucherIn(await client.POST(`${prefix}/prepare`, { params, body })),
      leadsTo: 'prepared',
    },
    sms: {
      name: 'sms',
      send: async () => voucherIn(await client.POST(`${prefix}/sms`, { params, body })),
      leadsTo: 'verification_pending',
    },
  } as const

  const withConfirm = (sent: Promise<Voucher>) => {
    const confirmNext = async (code: Code) => {
      const voucher = await sent
      return confirm(typeof code === 'string' ? code : await code(voucher))
    }
    return Object.assign(sent, { confirm: confirmNext })
  }

  /** Stores the document at the provider as a draft, and locks its content and phone. */
  const prepare = () => {
    const prepared = take(steps.prepare)
    return Object.assign(prepared, {
      sms: () => withConfirm(prepared.then(() => take(steps.sms))),
    })
  }

  /** Sends the seller a code. Waits until the next SMS may be sent. */
  const sms = () => withConfirm(take(steps.sms))

  /** Submits the document with the seller's code, and again only if the provider has no submission. */
  const confirm = (code: string) => {
    const sent = { params, body: { data: { code } } }
    const send = async () => voucherIn(await client.POST(`${prefix}/confirm`, sent))
    return take({ name: 'confirm', send, leadsTo: 'sent' })
  }

  return { prepare, sms, confirm, status }
}

function voucherIn({ data: answer }: { readonly data?: { readonly data: Voucher } }): Voucher {
  if (answer === undefined) throw new Error('the answer has no body')
  return answer.data
}
