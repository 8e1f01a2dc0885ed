import type { Invoice, Refusal } from '../../state/invoices.ts'
import type { State } from '../../state/state.ts'
import { readSeries } from '../../ubl/invoice/read-series.ts'
import { withOfficialNumber } from '../../ubl/write-number.ts'
import { notADraft } from '../document-answers.ts'
import { calledUuid } from '../document-request.ts'
import type { Answer, Operation } from '../operation.ts'
import { refusalOf, refusedBy, ruledOut, sentInvoice } from './sent-invoice.ts'

type Needed = Pick<State, 'invoices' | 'documents' | 'numberSeries' | 'atomically'>

/** Creates the one official invoice of its uuid, with or without a draft; or refuses it permanently. */
export const submitInvoice = (state: Needed): Operation => ({
  name: 'invoice.submit',
  method: 'PUT',
  url: '/invoices/:uuid',
  uuidOf: calledUuid,
  perform: (request) => submit(sentInvoice(request), state, refusalOf),
  refuse: (request) => submit(sentInvoice(request), state, () => ruledOut('DOCUMENT_REJECTED')),
})

function submit(
  sent: Invoice,
  state: Needed,
  judge: (invoice: Invoice) => Refusal | undefined,
): Answer {
  return state.atomically(() => answerOfEarlier(sent.uuid, state) ?? settle(sent, state, judge))
}

/** A final invoice is not checked again. */
function answerOfEarlier(uuid: string, { invoices, documents }: Needed): Answer | undefined {
  const earlier = invoices.find(uuid)
  if (earlier === undefined) return documents.find(uuid) === undefined ? undefined : notADraft
  if (earlier.state === 'accepted') return accepted(earlier)
  if (earlier.refusal !== null) return refusedBy(earlier.refusal)
  return earlier.state === 'draft' ? undefined : notADraft
}

function settle(
  sent: Invoice,
  state: Needed,
  judge: (invoice: Invoice) => Refusal | undefined,
): Answer {
  const refusal = judge(sent)
  if (refusal === undefined) return accept(sent, state)
  state.invoices.save({ ...sent, state: 'rejected', refusal })
  return refusedBy(refusal)
}

function accept(sent: Invoice, { invoices, numberSeries }: Needed): Answer {
  const { xml: draft, serial: prefix } = sent
  const number = numberSeries.next({ kind: 'invoice', prefix, ...readSeries(draft) })
  const xml = withOfficialNumber(draft, number)
  const issued = { ...sent, number, xml, acceptedAt: new Date().toISOString() }
  invoices.save({ ...issued, state: 'accepted' })
  return accepted(issued)
}

const accepted = ({ uuid, number, acceptedAt }: Invoice): Answer => ({
  status: 200,
  json: { uuid, number, acceptedAt },
})
