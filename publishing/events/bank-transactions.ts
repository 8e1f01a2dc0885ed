import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { decided, keptInside, published } from './decision.ts'
import { code, count, decimal, flag, id, moment, orNull, personRef, text } from './shapes.ts'

export const bankTransactions = decided(
  bankTransactionEvents,
  {
    topic: 'sarraf.bank-transactions.v1',
    noun: 'bank-transaction',
    subjectOf: ({ data }) => data.transactionId,
  },
  {
    BankTransactionRecorded: published({
      when: 'The current data of a bank transaction, new or changed. The latest event counts.',
      fields: {
        transactionId: id('The transaction.'),
        accountId: id('The company’s bank account.'),
        personRef: orNull(personRef()),
        incoming: flag('True: money came in; false: money went out.'),
        transactionDate: moment('The bank’s date.'),
        currency: text('Currency of `amount`: `TRY`, `USD` …'),
        amount: decimal('In `currency`.'),
        exchangeRate: orNull(decimal('Exchange rate of `currency`, if the bank gave one.')),
        bankCode: orNull(code('The bank.')),
        code: orNull(code('The bank’s kind of transaction; null if it is a phrase.')),
        status: count('0 pending, 1 processed, 2 ignored.'),
        createdDate: moment('When it was first recorded.'),
      },
    }),
    StampAssigned: keptInside('internal: it maps a bank’s stamp to an id'),
  },
)
