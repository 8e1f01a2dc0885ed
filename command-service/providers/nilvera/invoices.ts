import { addressBelow, type HttpCall, jsonCall } from '../http-call.ts'
import { orNotFound, outcomeOf } from '../integrator/outcome.ts'
import type { Call, NotFound, Outcome, VoucherStatus } from '../integrator/port.ts'
import type { InvoiceIntegrator, InvoiceToSend } from '../invoice-integrator/port.ts'
import { type NilveraState, readDetails, readSent, readState, translated } from './answers.ts'

export interface Nilvera {
  /** For each call, its answer read. */
  readonly timeoutMs: number
  /** Epoch milliseconds: Nilvera does not say when it took an invoice. */
  readonly now: () => number
}

/** For accounts that name no address of their own. */
const addresses = { test: 'https://apitest.nilvera.com', live: 'https://api.nilvera.com' } as const

const channels = {
  earchive: { base: '/earchive', invoices: '/earchive/Invoices' },
  einvoice: { base: '/einvoice', invoices: '/einvoice/Sale' },
} as const
type Channel = (typeof channels)[keyof typeof channels]

/** Invoices by way of Nilvera's own REST interface: no bridge is needed. */
export function nilveraInvoices(nilvera: Nilvera): InvoiceIntegrator {
  const ask = async (call: Call, sent: Sent) =>
    translated(await jsonCall(requestOf(nilvera, call, sent)))

  async function statusIn(call: Call, uuid: string, { invoices }: Channel) {
    const at = (what: string): Sent => ({
      operation: 'invoiceStatus',
      method: 'GET',
      path: `${invoices}/${uuid}/${what}`,
    })
    const found = orNotFound(outcomeOf(await ask(call, at('Status')), { done: readState }))
    if (found.kind !== 'done') return found
    if (found.answer.code !== 'succeed') return settled(found.answer)
    const known = outcomeOf(await ask(call, at('Details')), { done: readDetails(uuid) })
    if (known.kind !== 'done') return known
    return done({ ...remarks(found.answer), state: 'accepted', ...known.answer })
  }

  return {
    async submitInvoice(call, invoice) {
      const { base } = channelOf(invoice)
      const answer = await ask(call, {
        operation: 'submitInvoice',
        method: 'POST',
        path: `${base}/Send/Xml`,
        invoice,
      })
      const acceptedAt = new Date(nilvera.now()).toISOString()
      return outcomeOf(answer, { done: readSent(invoice.uuid, acceptedAt) })
    },
    async keepDraft(call, invoice) {
      const { base } = channelOf(invoice)
      const answer = await ask(call, {
        operation: 'keepDraft',
        method: 'POST',
        path: `${base}/Upload`,
        invoice,
      })
      return outcomeOf(answer, { done: () => ({ state: 'draft' as const }) })
    },
    deleteDraft: (call, uuid) =>
      inEither(async ({ base }) => {
        const answer = await ask(call, {
          operation: 'deleteDraft',
          method: 'DELETE',
          path: `${base}/Draft`,
          body: [uuid],
        })
        return orNotFound(outcomeOf(answer, { done: cancelled }))
      }),
    invoiceStatus: (call, uuid) => inEither((channel) => statusIn(call, uuid, channel)),
  }
}

const cancelled = () => ({ state: 'cancelled' as const })

interface Sent extends Pick<HttpCall, 'operation' | 'method' | 'body'> {
  readonly path: string
  readonly invoice?: InvoiceToSend
}

function requestOf(
  { timeoutMs }: Nilvera,
  { account, environment, requestId, signal }: Call,
  { path, invoice, ...sent }: Sent,
): HttpCall {
  return {
    provider: 'nilvera',
    ...sent,
    url: addressBelow(account?.url ?? addresses[environment], path),
    requestId,
    headers: { authorization: `Bearer ${account?.secret ?? ''}` },
    ...(invoice === undefined ? {} : { file: fileOf(invoice) }),
    timeoutMs,
    signal,
  }
}

/** Only the prefix is sent: Nilvera assigns the next number of that series. */
const fileOf = ({ uuid, document, serial }: InvoiceToSend) => ({
  name: `${uuid}.xml`,
  type: 'application/xml',
  content: document.replace(
    /<cbc:ID>([A-Z0-9]{3})20\d{2}0{9}<\/cbc:ID>/,
    (_placeholder, prefix: string) => `<cbc:ID>${serial ?? prefix}</cbc:ID>`,
  ),
})

const channelOf = ({ document }: InvoiceToSend): Channel =>
  document.includes('<cbc:ProfileID>EARSIVFATURA<') ? channels.earchive : channels.einvoice

/** A uuid does not tell its channel; nothing is done where the document is not. */
async function inEither<Answer extends { readonly kind: string }>(
  look: (channel: Channel) => Promise<Answer | NotFound>,
): Promise<Answer | NotFound> {
  const archived = await look(channels.earchive)
  return archived.kind === 'notFound' ? look(channels.einvoice) : archived
}

const remarks = ({ detail, reportStatus }: NilveraState) => ({
  detail,
  reportStatus,
  cancelled: false,
})

/** `Waiting` is no outcome yet; a later question gets it. */
function settled(state: NilveraState): Outcome<VoucherStatus> {
  if (state.code === 'error') {
    return done({ ...remarks(state), state: 'rejected', number: null, acceptedAt: null })
  }
  return { kind: 'unknown', errorCode: 'UNREADABLE', errorMessage: `Nilvera says ${state.code}` }
}

const done = (answer: VoucherStatus): Outcome<VoucherStatus> => ({ kind: 'done', answer })
