import { invoiceEvents } from '#kernel/events/invoice.ts'
import { decided, keptInside, published } from './decision.ts'
import { importedInvoice, requestedInvoice } from './requested-invoice.ts'
import { bankTransactionId, errorCode, id, moment, oneOf, orNull, text } from './shapes.ts'

const invoiceId = id('The invoice.')
const document = { invoiceId, uuid: id('The electronic document (ETTN).') }

const stepBegins = keptInside('the start of a step: its outcome is published')
const deletionStep = keptInside(
  'the start of a deletion: DraftDeleted is published when it is complete',
)

export const invoices = decided(
  invoiceEvents,
  {
    topic: 'sarraf.invoices.v1',
    noun: 'invoice',
    subjectOf: ({ data }) => data.invoiceId,
  },
  {
    InvoiceRequested: requestedInvoice,
    InvoiceImported: importedInvoice,
    SubmissionStarted: stepBegins,
    InvoiceIssued: published({
      when: 'The invoice is official. The sale counts from here on.',
      fields: {
        ...document,
        invoiceNumber: orNull(
          text('The official number; null if an operator decided without the integrator.'),
        ),
        issuedAt: moment('The integrator’s time.'),
      },
    }),
    DraftKept: published({
      when: 'The integrator stored the invoice as a draft. It is not official.',
      fields: { ...document, keptAt: moment('When the integrator had stored it.') },
    }),
    SubmissionRefused: published({
      when: 'The integrator refused the invoice. The refusal is final.',
      fields: { ...document, errorCode, refusedAt: moment('When the refusal arrived.') },
    }),
    SubmissionUnknown: published({
      when: 'The invoice was sent, without a clear answer. Whether it is official is unknown until a later event.',
      fields: {
        ...document,
        errorCode,
        givenUpAt: moment('When the wait for an answer ended.'),
      },
    }),
    StatusAsked: keptInside('an answer without a result'),
    DraftDeletionStarted: deletionStep,
    DraftDeletionRefused: deletionStep,
    DraftDeletionUnknown: deletionStep,
    DraftDeleted: published({
      when: 'The integrator’s draft was deleted; the invoice will never be official.',
      fields: { ...document, bankTransactionId, deletedAt: moment('When it was deleted.') },
    }),
    RecordDeleted: published({
      when: 'The local record of a manual draft was deleted.',
      fields: { invoiceId, deletedAt: moment('When it was deleted.') },
    }),
    InvoiceAbandoned: keptInside('an invoice that was never created has no earlier public event'),
    OutcomeResolved: published({
      when: 'An operator decided the unknown outcome of a submission.',
      fields: {
        ...document,
        resolvedAs: oneOf('`accepted`: it is official; `neverArrived`: it is not.', [
          'accepted',
          'neverArrived',
        ]),
        resolvedAt: moment('When it was decided.'),
      },
    }),
    InvoiceCancelled: published({
      when: 'The official invoice was cancelled: the sale no longer counts.',
      fields: { invoiceId, cancelledAt: moment('When it was cancelled.') },
    }),
  },
)
