import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { codeOrOther, withCode } from './codes.ts'
import { asItIs, decided, keptInside, published } from './decision.ts'
import { draftedVoucher } from './drafted-voucher.ts'
import {
  bankTransactionId,
  code,
  decimal,
  errorCode,
  flag,
  id,
  material,
  moment,
  oneOf,
  orNull,
  text,
} from './shapes.ts'

const voucherId = id('The voucher.')
const uuid = id('The electronic document (ETTN).')
const document = { voucherId, uuid }
const refused = { ...document, errorCode, refusedAt: moment('When the refusal came.') }
const unknown = { ...document, errorCode, givenUpAt: moment('When the wait for an answer ended.') }

const stepBegins = keptInside('a step that has begun: what comes of it is published')
const deletionStep = keptInside(
  'a voucher that is being deleted is still there: DraftDeleted says when it is not',
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
    FinalizationRequested: stepBegins,
    VoucherFinalized: published({
      when: 'The voucher is final: it has its number, and the goods are in stock. The purchase counts from here.',
      fields: {
        voucherId,
        serial: code('Serial of the local number; `OTHER` where it is a phrase.'),
        number: text('Local number, within its serial.'),
        printDate: moment('The moment of finalization.'),
        direction: oneOf('Where the stock goes; a purchase comes in.', ['in', 'out']),
        material,
        quantity: decimal('In `unitType`.'),
        unitType: text('`GRM`: grams of the goods as they are; `C62`: pieces.'),
        bankTransactionId,
      },
      data: ({ serial, stockMovement, ...data }) => ({
        ...data,
        ...stockMovement,
        serial: codeOrOther(serial),
      }),
    }),
    DraftDeleted: published({
      when: 'The draft has been deleted; the voucher will never be final.',
      fields: { voucherId, bankTransactionId },
      data: asItIs,
    }),
    VoucherAbandoned: published({
      when: 'The voucher could not be finalized, since its number had been given to another one; it will never be final.',
      fields: { voucherId },
      // One that was never created has not been told of, either.
      data: ({ reason, ...data }) => (reason === 'numberTaken' ? data : undefined),
    }),
    PreparationStarted: stepBegins,
    VoucherPrepared: published({
      when: 'The provider holds the electronic voucher; the seller has to approve it by SMS code.',
      fields: { ...document, preparedAt: moment('When the provider had it.') },
      data: asItIs,
    }),
    PreparationRefused: published({
      when: 'The provider refused to take the electronic voucher.',
      fields: refused,
      data: withCode,
    }),
    PreparationUnknown: published({
      when: 'The provider was sent the electronic voucher and gave no clear answer; it is sent again under the same uuid.',
      fields: unknown,
      data: withCode,
    }),
    SmsRequested: stepBegins,
    SmsSent: published({
      when: 'The provider has sent the seller an SMS code.',
      fields: {
        ...document,
        sentAt: moment('When it was sent.'),
        retryAt: moment('From when on another one can be sent.'),
      },
      data: asItIs,
    }),
    SmsRefused: published({
      when: 'The provider refused to send an SMS code.',
      fields: refused,
      data: withCode,
    }),
    SmsUnknown: published({
      when: 'The provider was asked to send an SMS code and gave no clear answer; it may have been sent.',
      fields: { ...unknown, retryAt: moment('From when on another one can be sent.') },
      data: withCode,
    }),
    SubmissionStarted: stepBegins,
    CodeRefused: published({
      when: 'The SMS code was wrong or too old; the voucher still waits for the right one.',
      fields: refused,
      data: withCode,
    }),
    SubmissionRefused: published({
      when: 'The provider refused the electronic voucher for good.',
      fields: refused,
      data: withCode,
    }),
    SubmissionUnknown: published({
      when: 'The electronic voucher was submitted and no clear answer came: it may be official or not, until a later event says so.',
      fields: unknown,
      data: withCode,
    }),
    ProviderAccepted: published({
      when: 'The electronic voucher is official. VoucherFinalized follows as soon as it is final here, too.',
      fields: {
        ...document,
        officialNumber: orNull(
          text('Number given by the provider; null where a person decided without it.'),
        ),
        acceptedAt: moment('The provider’s time.'),
      },
      data: asItIs,
    }),
    LocalCompletionFailed: published({
      when: 'The electronic voucher is official, but cannot be made final here yet.',
      fields: {
        ...document,
        reason: oneOf('What stands in the way: the bank account of the source is passive.', [
          'bankAccountInactive',
        ]),
        failedAt: moment('When that was found.'),
      },
      data: asItIs,
    }),
    StatusChecked: published({
      when: 'The provider was asked about the electronic voucher. A final one of which `found` or `cancelled` says so has been cancelled in the provider’s portal, and counts no more.',
      fields: {
        ...document,
        found: oneOf('What the provider has under the uuid.', [
          'draft',
          'accepted',
          'rejected',
          'cancelled',
          'notFound',
        ]),
        reportStatus: orNull(
          oneOf('Whether it has been reported to the tax authority; null where nobody said.', [
            'NotReported',
            'Reported',
          ]),
        ),
        cancelled: orNull(flag('Whether it is cancelled; null where nobody said.')),
        checkedAt: moment('When the answer came.'),
      },
      data: asItIs,
    }),
    DeletionStarted: deletionStep,
    DeletionRefused: deletionStep,
    DeletionUnknown: deletionStep,
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
    LateAnswerReceived: keptInside('an answer that changes nothing any more'),
  },
)
