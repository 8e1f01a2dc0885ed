import { Type } from 'typebox'
import {
  decimal,
  flag,
  id,
  identityNumber,
  instant,
  integerOf,
  microseconds,
  orNull,
  text,
} from './field.ts'
import { contains, equals, facet, range, updatedSince } from './list.ts'
import { record } from './record.ts'

/** 0 pending, 1 processed, 2 ignored. */
const TransactionStatus = Type.Integer({ minimum: 0, maximum: 2 })
/** 0 not queried, 1 no problem, 2 problematic. */
export const MasakStatus = Type.Integer({ minimum: 0, maximum: 2 })

export const bankTransactions = record(
  'bank_transaction',
  {
    list: {
      id,
      stamp: text.says('The bank’s identifier of the transaction.', '20261120-000173'),
      incoming: flag.says('True: money came in. False: it went out.'),
      transactionDate: instant,
      amount: decimal,
      currency: text,
      exchangeRate: orNull(decimal).says('Exchange rate.'),
      balance: orNull(decimal).says('Balance after the transaction.', 184_020.5),
      bankCode: orNull(text),
      code: orNull(text),
      idNo: orNull(identityNumber),
      nameSurname: orNull(text),
      iban: orNull(text),
      description: orNull(text),
      /** Processed as long as an official document uses the transaction. */
      status: integerOf(TransactionStatus),
      /** The sender's status in the latest check. */
      masakStatus: integerOf(MasakStatus),
      fundsNature: orNull(text).says('Nature of the funds.'),
      isCheck: flag.says('A voucher or an offset claims it.'),
      createdDate: instant,
      updatedAt: microseconds,
    },
    /** The number of the invoice that uses the transaction. */
    beside: { invoiceNumber: orNull(text) },
    detail: { comment: orNull(text) },
    row: {
      accountId: text,
      personRef: orNull(text),
      nameFolded: text,
      /** The status without any document. */
      recordedStatus: integerOf(TransactionStatus),
      /** The voucher, draft or finalized, that uses the transaction. */
      voucherId: orNull(text),
      /** The invoice that uses the transaction. */
      invoiceId: orNull(text),
    },
  },
  {
    list: {
      sorts: ['transactionDate', 'createdDate', 'updatedAt', 'amount'],
      defaultSort: 'transactionDate:asc',
      filters: [
        contains('nameFolded', { orIdNo: true }),
        facet('incoming'),
        facet('status'),
        facet('masakStatus'),
        equals('idNo'),
        facet('currency', { normalize: (code) => code.toUpperCase() }),
        facet('bankCode'),
        range('transactionDate'),
        updatedSince,
      ],
    },
    indexes: [
      '(company_id, id_no)',
      '(company_id, stamp)',
      '(company_id, person_ref) where person_ref is not null',
    ],
    searchedBy: 'personRef',
    auditKeys: ['stamp', 'idNo'],
  },
)
