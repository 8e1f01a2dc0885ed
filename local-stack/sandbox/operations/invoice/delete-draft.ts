import type { State } from '../../state/state.ts'
import { alreadyAccepted, ended, notFound } from '../document-answers.ts'
import { calledUuid, uuidOf } from '../document-request.ts'
import { failure, type Operation } from '../operation.ts'

/** Cancels a draft permanently; its uuid is used up. */
export const deleteInvoiceDraft = ({
  invoices,
  atomically,
}: Pick<State, 'invoices' | 'atomically'>): Operation => ({
  name: 'invoice.deleteDraft',
  method: 'DELETE',
  url: '/invoice-drafts/:uuid',
  uuidOf: calledUuid,
  perform: (request) => {
    const uuid = uuidOf(request)
    return atomically(() => {
      const invoice = invoices.find(uuid)
      if (invoice === undefined) return notFound
      if (invoice.state === 'accepted') return alreadyAccepted
      if (invoice.state === 'rejected') return ended(uuid, 'rejected')
      invoices.save({ ...invoice, state: 'cancelled' })
      return ended(uuid, 'cancelled')
    })
  },
  refuse: () => failure(422, 'CANCEL_REFUSED', 'The provider does not cancel this document.'),
})
