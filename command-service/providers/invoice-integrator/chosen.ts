import type { Call } from '../integrator/port.ts'
import type { HttpIntegrator } from '../integrator/request.ts'
import { type Nilvera, nilveraInvoices } from '../nilvera/invoices.ts'
import { httpInvoiceIntegrator } from './http.ts'
import type { InvoiceIntegrator } from './port.ts'

/** Each company's invoices go out by the interface that its integrator has. */
export function chosenInvoiceIntegrator(
  integrator: HttpIntegrator,
  { now }: Pick<Nilvera, 'now'>,
): InvoiceIntegrator {
  const bridge = httpInvoiceIntegrator(integrator)
  const nilvera = nilveraInvoices({ now, timeoutMs: integrator.timeoutMs })
  const chosen = ({ account }: Call) => (account?.protocol === 'nilvera' ? nilvera : bridge)
  return {
    submitInvoice: (call, invoice) => chosen(call).submitInvoice(call, invoice),
    keepDraft: (call, invoice) => chosen(call).keepDraft(call, invoice),
    deleteDraft: (call, uuid) => chosen(call).deleteDraft(call, uuid),
    invoiceStatus: (call, uuid) => chosen(call).invoiceStatus(call, uuid),
  }
}
