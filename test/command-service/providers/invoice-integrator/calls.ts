import type { Call } from '#command/providers/integrator/port.ts'
import { httpInvoiceIntegrator } from '#command/providers/invoice-integrator/http.ts'
import type { InvoiceIntegrator } from '#command/providers/invoice-integrator/port.ts'
import { callOf } from '../integrator/calls.ts'
import { type Behaviour, providerForThisTest } from '../provider.ts'

export const uuid = '6f9619ff-8b86-4011-b42d-00c04fc964ff'

const invoice = { uuid, document: '<Invoice/>', serial: 'ABC', email: 'ayse@example.com' }

/** Every call, made about the same invoice. */
export const calls = {
  submit: (integrator: InvoiceIntegrator, call = callOf()) =>
    integrator.submitInvoice(call, invoice),
  keep: (integrator: InvoiceIntegrator, call = callOf()) => integrator.keepDraft(call, invoice),
  drop: (integrator: InvoiceIntegrator, call = callOf()) => integrator.deleteDraft(call, uuid),
  status: (integrator: InvoiceIntegrator, call = callOf()) => integrator.invoiceStatus(call, uuid),
}

type CallName = keyof typeof calls
export const callNames: readonly CallName[] = ['submit', 'keep', 'drop', 'status']

const number = 'ABC2026000000001'
const acceptedAt = '2026-11-20T14:31:00+03:00'
const known = { detail: null, reportStatus: null, cancelled: false, number: null, acceptedAt: null }

/** What the integrator answers when all is well, and how it is understood. */
export const goodAnswers = {
  submit: [
    { uuid, number, acceptedAt },
    { number, acceptedAt: '2026-11-20T11:31:00.000Z' },
  ],
  keep: [{ uuid, state: 'draft' }, { state: 'draft' }],
  drop: [{ uuid, state: 'cancelled' }, { state: 'cancelled' }],
  status: [
    { uuid, state: 'draft', ...known },
    { state: 'draft', ...known },
  ],
} as const

/** Each call, for what is true of all of them. */
export const invoiceCalls = callNames.map((name) => ({
  name: `${name} an invoice`,
  good: goodAnswers[name],
  ask: (at: { readonly url: string; readonly timeoutMs: number }, call?: Call) =>
    calls[name](httpInvoiceIntegrator(at), call),
}))

/** What becomes of the call at a provider that behaves so, and what that one has received. */
export async function outcomeAt(name: CallName, behave: Behaviour, timeoutMs = 5_000) {
  const { url, received } = await providerForThisTest(behave)
  return { outcome: await calls[name](httpInvoiceIntegrator({ url, timeoutMs })), received }
}
