import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { decided, keptInside, published } from './decision.ts'
import { draftedVoucher, importedVoucher } from './drafted-voucher.ts'
import { finalizedVoucher } from './finalized-voucher.ts'
import { bankTransactionId, errorCode, flag, id, moment, oneOf, orNull, text } from './shapes.ts'

const voucherId = id('The voucher.')
const uuid = id('The electronic document (ETTN).')
const document = { voucherId, uuid }
const refused = { ...document, errorCode, refusedAt: moment('When the refusal arrived.') }
const unknown = { ...document, errorCode, givenUpAt: moment('When the wait for an answer ended.') }

const stepBegins = keptInside('the start of a step: its outcome is published')
const deletionStep = keptInside(
  'the start of a deletion: DraftDeleted is published when it is complete',
)

export const expenseVouchers = decided(
  expenseVoucherEvents,
  {
    topic: 'sarraf.expense-vouchers.v1',
    noun: 'expense-voucher',
    subjectOf: ({ data }) => data.voucherId,
  },
  {
    VoucherDrafted: draftedVoucher,
    VoucherImported: importedVoucher,
    FinalizationRequested: stepBegins,
    VoucherFinalized: finalizedVoucher,
    DraftDeleted: published({
      when: 'The draft was deleted; the voucher will never be finalized.',
      fields: { voucherId, bankTransactionId },
    }),
    VoucherAbandoned: published({
      when: 'The voucher could not be finalized, because its number was already taken. It will never be finalized.',
      fields: { voucherId },
      // A voucher that was never created has no earlier public event, either.
      data: ({ reason, ...data }) => (reason === 'numberTaken' ? data : undefined),
    }),
    PreparationStarted: stepBegins,
    VoucherPrepared: published({
      when: 'The provider has stored the electronic voucher; the seller has to approve it with an SMS code.',
      fields: { ...document, preparedAt: moment('When the provider had stored it.') },
    }),
    PreparationRefused: published({
      when: 'The provider refused the content of the electronic voucher.',
      fields: refused,
    }),
    PreparationUnknown: published({
      when: 'The electronic voucher was sent to the provider, without a clear answer. It is sent again under the same uuid.',
      fields: unknown,
    }),
    SmsRequested: stepBegins,
    SmsSent: published({
      when: 'The provider sent an SMS code to the seller.',
      fields: {
        ...document,
        sentAt: moment('When it was sent.'),
        retryAt: moment('The earliest time of the next SMS.'),
      },
    }),
    SmsRefused: published({
      when: 'The provider refused to send an SMS code.',
      fields: refused,
    }),
    SmsUnknown: published({
      when: 'The provider was asked to send an SMS code, without a clear answer. The code may have been sent.',
      fields: { ...unknown, retryAt: moment('The earliest time of the next SMS.') },
    }),
    SubmissionStarted: stepBegins,
    CodeRefused: published({
      when: 'The SMS code was wrong or expired; the voucher still waits for the right one.',
      fields: refused,
    }),
    SubmissionRefused: published({
      when: 'The provider refused the electronic voucher. The refusal is final.',
      fields: refused,
    }),
    SubmissionUnknown: published({
      when: 'The electronic voucher was submitted, without a clear answer. Whether it is official is unknown until a later event.',
      fields: unknown,
    }),
    ProviderAccepted: published({
      when: 'The electronic voucher is official. VoucherFinalized follows when it is completed locally.',
      fields: {
        ...document,
        officialNumber: orNull(
          text('The provider’s number; null if an operator decided without it.'),
        ),
        acceptedAt: moment('The provider’s time.'),
      },
    }),
    LocalCompletionFailed: published({
      when: 'The electronic voucher is official, but cannot be completed locally yet.',
      fields: {
        ...document,
        reason: oneOf('The reason: the bank account of the source is inactive.', [
          'bankAccountInactive',
        ]),
        failedAt: moment('When this was detected.'),
      },
    }),
    StatusChecked: published({
      when: 'The provider was asked about the electronic voucher. If a finalized voucher was cancelled in the provider’s portal, VoucherCancelled follows.',
      fields: {
        ...document,
        found: oneOf('The provider’s state of the document with this uuid.', [
          'draft',
          'accepted',
          'rejected',
          'cancelled',
          'notFound',
        ]),
        reportStatus: orNull(
          oneOf('Whether it was reported to the tax authority; null if unknown.', [
            'NotReported',
            'Reported',
          ]),
        ),
        cancelled: orNull(flag('Whether it is cancelled; null if unknown.')),
        checkedAt: moment('When the answer arrived.'),
      },
    }),
    DeletionStarted: deletionStep,
    DeletionRefused: deletionStep,
    DeletionUnknown: deletionStep,
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
    VoucherCancelled: published({
      when: 'The official electronic voucher was cancelled: the purchase no longer counts. Its number and its stock movement stay, and its bank transaction is free for another document.',
      fields: {
        voucherId,
        cancelledAt: moment('When it was cancelled, or when the provider first said so.'),
      },
    }),
    LateAnswerReceived: keptInside('an answer that changes nothing'),
  },
)
