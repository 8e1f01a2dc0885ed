import type { State } from '../../state/state.ts'
import type { Operation } from '../operation.ts'
import { deleteInvoiceDraft } from './delete-draft.ts'
import { keepInvoiceDraft } from './keep-draft.ts'
import { submitInvoice } from './submit.ts'

/** The integrator's side of an invoice. */
export const invoiceOperations = (state: State): readonly Operation[] => [
  submitInvoice(state),
  keepInvoiceDraft(state),
  deleteInvoiceDraft(state),
]
