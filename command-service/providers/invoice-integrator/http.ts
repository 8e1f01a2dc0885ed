import { jsonCall } from '../http-call.ts'
import { readCancelled, readPrepared, readStatus, readSubmitted } from '../integrator/answers.ts'
import { orNotFound, outcomeOf } from '../integrator/outcome.ts'
import type { Call } from '../integrator/port.ts'
import { type HttpIntegrator, integratorRequest, type Sent } from '../integrator/request.ts'
import type { InvoiceIntegrator, InvoiceToSend } from './port.ts'

export function httpInvoiceIntegrator(integrator: HttpIntegrator): InvoiceIntegrator {
  const ask = (call: Call, operation: keyof InvoiceIntegrator, sent: Omit<Sent, 'operation'>) =>
    jsonCall(integratorRequest(integrator, call, { operation, ...sent }))
  return {
    async submitInvoice(call, invoice) {
      const { uuid } = invoice
      const answer = await ask(call, 'submitInvoice', {
        method: 'PUT',
        path: invoiceAt(uuid),
        body: bodyOf(invoice),
      })
      return outcomeOf(answer, { done: readSubmitted(uuid) })
    },
    async keepDraft(call, invoice) {
      const { uuid } = invoice
      const answer = await ask(call, 'keepDraft', {
        method: 'PUT',
        path: draftAt(uuid),
        body: bodyOf(invoice),
      })
      return outcomeOf(answer, { done: readPrepared(uuid) })
    },
    async deleteDraft(call, uuid) {
      const answer = await ask(call, 'deleteDraft', {
        method: 'DELETE',
        path: draftAt(uuid),
      })
      return orNotFound(outcomeOf(answer, { done: readCancelled(uuid) }))
    },
    async invoiceStatus(call, uuid) {
      const answer = await ask(call, 'invoiceStatus', {
        method: 'GET',
        path: invoiceAt(uuid),
      })
      return orNotFound(outcomeOf(answer, { done: readStatus(uuid) }))
    },
  }
}

const invoiceAt = (uuid: string) => `/invoices/${encodeURIComponent(uuid)}`
const draftAt = (uuid: string) => `/invoice-drafts/${encodeURIComponent(uuid)}`

const bodyOf = ({ document, serial, email }: InvoiceToSend) => ({
  document,
  serial,
  recipient: email === null ? {} : { email },
})
