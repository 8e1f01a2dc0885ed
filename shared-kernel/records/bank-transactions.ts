import { Type } from 'typebox'
import {
  decimal,
  flag,
  id,
  identityNumber,
  instant,
  integerOf,
  orNull,
  text,
  updatedAt,
} from './field.ts'
import { contains, facet, ofNumber, range, updatedSince } from './list.ts'
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
      incoming: flag.says('True: money came in. False: it went out.', true),
      transactionDate: instant.says('When the bank booked it.', '2026-11-20T09:45:00.000Z'),
      amount: decimal.says(
        'Amount, always positive; `incoming` says in which direction.',
        65_559.95,
      ),
      currency: text.says('Currency code in upper case.', 'TRY'),
      exchangeRate: orNull(decimal).says('Exchange rate.', null),
      balance: orNull(decimal).says('Balance after the transaction.', 184_020.5),
      bankCode: orNull(text).says('Code of the bank.', '0062'),
      code: orNull(text).says(
        'The bank’s code of the kind of transaction, for example of a transfer.',
        'EFT',
      ),
      idNo: orNull(identityNumber).says(
        'Identity or tax number of the sender or recipient.',
        '10000000146',
      ),
      nameSurname: orNull(text).says('Name or title of the sender or recipient.', 'Ayşe Yılmaz'),
      iban: orNull(text).says('IBAN of the sender or recipient.', 'TR330006100519786457841326'),
      description: orNull(text).says('The text that came with the transaction.', 'Altın bedeli'),
      /** Processed as long as an official document uses the transaction. */
      status: integerOf(TransactionStatus).says('0 pending, 1 processed, 2 ignored.'),
      /** The sender's status in the latest check. */
      masakStatus: integerOf(MasakStatus).says(
        'Latest sanction check of the sender: 0 not queried, 1 no problem, 2 problematic.',
        1,
      ),
      fundsNature: orNull(text).says('Nature of the funds.', null),
      isCheck: flag.says('A voucher or an offset claims it.'),
      createdDate: instant.says('When it was created.'),
      updatedAt,
    },
    /** The number of the invoice that uses the transaction. */
    beside: {
      invoiceNumber: orNull(text).says(
        'Official number of the invoice that was made from it.',
        null,
      ),
    },
    detail: {
      comment: orNull(text).says('A note of the back office.', 'Kimlik fotokopisi alındı.'),
    },
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
        ofNumber,
        facet('currency', {
          normalize: (code) => code.toUpperCase(),
          words: 'Currency code, case-insensitive.',
        }),
        facet('bankCode'),
        range('transactionDate'),
        updatedSince,
      ],
    },
    indexes: [
      '(company_id, normal_number)',
      '(company_id, stamp)',
      '(company_id, person_ref) where person_ref is not null',
    ],
    searchedBy: ['personRef'],
    auditKeys: ['stamp', 'idNo'],
  },
)
