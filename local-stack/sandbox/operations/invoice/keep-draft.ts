import type { State } from '../../state/state.ts'
import { notADraft } from '../document-answers.ts'
import { calledUuid } from '../document-request.ts'
import type { Operation } from '../operation.ts'
import { refusalOf, refusedBy, ruledOut, sentInvoice } from './sent-invoice.ts'

/** Stores the invoice as a draft, replacing an earlier draft with the same uuid. */
export const keepInvoiceDraft = ({
  invoices,
  documents,
  atomically,
}: Pick<State, 'invoices' | 'documents' | 'atomically'>): Operation => ({
  name: 'invoice.draft',
  method: 'PUT',
  url: '/invoice-drafts/:uuid',
  uuidOf: calledUuid,
  perform: (request) => {
    const sent = sentInvoice(request)
    return atomically(() => {
      const earlier = documents.find(sent.uuid)
      if (earlier !== undefined && !(earlier.kind === 'invoice' && earlier.state === 'draft')) {
        return notADraft
      }
      const refusal = refusalOf(sent)
      if (refusal !== undefined) return refusedBy(refusal)
      invoices.save(sent)
      return { status: 200, json: { uuid: sent.uuid, state: 'draft' } }
    })
  },
  refuse: () => refusedBy(ruledOut('DOCUMENT_INVALID')),
})
