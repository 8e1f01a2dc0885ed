import {
  bigint,
  decimal,
  flag,
  instant,
  integer,
  json,
  oneOf,
  orNull,
  text,
} from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** Lists that are filtered by these are read from the index of their order alone. */
const filtered = 'include (incoming, status, masak_status, currency, bank_code)'

export const bankTransactionTable = table(
  'bank_transaction',
  {
    company_id: text,
    id: text,
    account_id: text,
    stamp: text,
    person_ref: orNull(text),
    incoming: flag,
    transaction_date: instant,
    amount: decimal,
    currency: text,
    exchange_rate: orNull(decimal),
    balance: orNull(decimal),
    bank_code: orNull(text),
    code: orNull(text),
    id_no: orNull(text),
    name_surname: orNull(text),
    name_folded: text,
    iban: orNull(text),
    description: orNull(text),
    comment: orNull(text),
    /** 0 pending, 1 processed, 2 ignored; processed while an official document uses it. */
    status: integer,
    /** What `status` is without any document. */
    recorded_status: integer,
    /** 0 not queried, 1 no problem, 2 problematic: the sender, by the latest check. */
    masak_status: integer,
    is_check: flag,
    /** The voucher, draft or finalized, that uses it; all else about it stands in its own row. */
    voucher_id: orNull(text),
    /** The same of an invoice. */
    invoice_id: orNull(text),
    funds_nature: orNull(text),
    created_date: instant,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    counts: {
      by: ['incoming', 'status', 'masak_status', 'currency', 'bank_code'],
      date: 'transaction_date',
      text: 'name_folded',
    },
    indexes: [
      `(company_id, transaction_date, id) ${filtered}`,
      `(company_id, created_date, id) ${filtered}`,
      `(company_id, updated_at, id) ${filtered}`,
      `(company_id, amount, id) ${filtered}`,
      '(company_id, id_no)',
      '(company_id, stamp)',
      '(company_id, person_ref) where person_ref is not null',
    ],
    searchedBy: 'person_ref',
  },
)

/** What uses a transaction, kept apart so that recording a transaction again cannot wipe it. */
export const transactionUseTable = table(
  'bank_transaction_use',
  {
    company_id: text,
    transaction_id: text,
    /** The one document that uses it now; null when it was given back. */
    user_kind: orNull(oneOf<'voucher' | 'invoice'>()),
    user_id: orNull(text),
    /** The document is official, and the transaction processed by it. */
    is_processed: flag,
  },
  { key: ['company_id', 'transaction_id'] },
)

/** As much of a check as tells how a person stands by it. */
export interface CountedCheck {
  readonly id: string
  /** Microseconds since 1970. */
  readonly at: string
  readonly status: number
}

/** How a person stands by the latest check of the company, for transactions that come later. */
export const checkedPersonTable = table(
  'checked_person',
  {
    company_id: text,
    person_ref: text,
    /** The latest one; null when the only one turned out to be of somebody else. */
    check_id: orNull(text),
    masak_status: integer,
    /** Latest first. */
    checks: json<readonly CountedCheck[]>(),
  },
  { key: ['company_id', 'person_ref'] },
)

/** Of a person who sent more, the newest ones show a new check: a check never holds up the rest. */
export const MOST_CHECKED_TRANSACTIONS = 20_000
