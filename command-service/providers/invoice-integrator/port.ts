import type { Call, NotFound, Outcome, VoucherStatus } from '../integrator/port.ts'

export interface InvoiceToSend {
  readonly uuid: string
  /** The Invoice as XML. */
  readonly document: string
  /** Prefix of the official number; null leaves it to the integrator. */
  readonly serial: string | null
  /** Where the buyer gets it; null where none is known. */
  readonly email: string | null
}

/** The invoice's side of the integrator. Rejects for nothing that a provider may do. */
export interface InvoiceIntegrator {
  /** Makes the invoice official. The same uuid again is the same invoice. */
  submitInvoice(
    call: Call,
    invoice: InvoiceToSend,
  ): Promise<Outcome<{ readonly number: string; readonly acceptedAt: string }>>
  /** Keeps it as a draft, which is nothing official. */
  keepDraft(call: Call, invoice: InvoiceToSend): Promise<Outcome<{ readonly state: 'draft' }>>
  deleteDraft(
    call: Call,
    uuid: string,
  ): Promise<Outcome<{ readonly state: 'cancelled' | 'rejected' }> | NotFound>
  invoiceStatus(call: Call, uuid: string): Promise<Outcome<VoucherStatus> | NotFound>
}
