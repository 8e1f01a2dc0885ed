import { invoiceEvents } from '#kernel/events/invoice.ts'
import { withCode } from './codes.ts'
import { asItIs, decided, keptInside, published } from './decision.ts'
import { requestedInvoice } from './requested-invoice.ts'
import { bankTransactionId, errorCode, id, moment, oneOf, orNull, text } from './shapes.ts'

const invoiceId = id('The invoice.')
const document = { invoiceId, uuid: id('The electronic document (ETTN).') }

const stepBegins = keptInside('a step that has begun: what comes of it is published')
const deletionStep = keptInside('the draft is still there: DraftDeleted says when it is not')

export const invoices = decided(
  invoiceEvents,
  {
    topic: 'sarraf.invoices.v1',
    noun: 'invoice',
    subjectOf: ({ data }) => data.invoiceId,
  },
  {
    InvoiceRequested: requestedInvoice,
    SubmissionStarted: stepBegins,
    InvoiceIssued: published({
      when: 'The invoice is official. The sale counts from here.',
      fields: {
        ...document,
        invoiceNumber: orNull(
          text('Its official number; null where a person decided without the integrator.'),
        ),
        issuedAt: moment('The integrator’s time.'),
      },
      data: asItIs,
    }),
    DraftKept: published({
      when: 'The integrator keeps the invoice as a draft. It is not official.',
      fields: { ...document, keptAt: moment('When the integrator had it.') },
      data: asItIs,
    }),
    SubmissionRefused: published({
      when: 'The integrator refused the invoice for good.',
      fields: { ...document, errorCode, refusedAt: moment('When the refusal came.') },
      data: withCode,
    }),
    SubmissionUnknown: published({
      when: 'The invoice was sent and no clear answer came: it may be official or not, until a later event says so.',
      fields: {
        ...document,
        errorCode,
        givenUpAt: moment('When the wait for an answer ended.'),
      },
      data: withCode,
    }),
    StatusAsked: keptInside('an answer that settles nothing'),
    DraftDeletionStarted: deletionStep,
    DraftDeletionRefused: deletionStep,
    DraftDeletionUnknown: deletionStep,
    DraftDeleted: published({
      when: 'The integrator’s draft has been deleted; the invoice will never be official.',
      fields: { ...document, bankTransactionId, deletedAt: moment('When that was done.') },
      data: asItIs,
    }),
    RecordDeleted: published({
      when: 'Our record of a draft that was entered by hand has been deleted, too.',
      fields: { invoiceId, deletedAt: moment('When that was done.') },
      data: asItIs,
    }),
    InvoiceAbandoned: keptInside('an invoice that never was: nobody has been told of it'),
    OutcomeResolved: published({
      when: 'A person has decided what became of a submission whose outcome was unknown.',
      fields: {
        ...document,
        resolvedAs: oneOf('`accepted`: it is official; `neverArrived`: it is not.', [
          'accepted',
          'neverArrived',
        ]),
        resolvedAt: moment('When that was decided.'),
      },
      data: asItIs,
    }),
    InvoiceCancelled: published({
      when: 'The official invoice has been cancelled: the sale does not count any more.',
      fields: { invoiceId, cancelledAt: moment('When it was cancelled.') },
      data: asItIs,
    }),
  },
)
