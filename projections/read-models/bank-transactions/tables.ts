import {
  bigint,
  boolean,
  integer,
  numeric,
  orNull,
  table,
  text,
  timestamptz,
} from '#projections/runtime/table.ts'

export const bankTransactionTable = table(
  'bank_transaction',
  {
    company_id: text,
    id: text,
    account_id: text,
    stamp: text,
    person_ref: orNull(text),
    incoming: boolean,
    transaction_date: timestamptz,
    amount: numeric,
    currency: text,
    exchange_rate: orNull(numeric),
    balance: orNull(numeric),
    bank_code: orNull(text),
    code: orNull(text),
    id_no: orNull(text),
    name_surname: orNull(text),
    name_folded: text,
    iban: orNull(text),
    description: orNull(text),
    comment: orNull(text),
    /** 0 pending, 1 processed, 2 ignored; processed while a finalized voucher uses it. */
    status: integer,
    /** What `status` is without any voucher. */
    recorded_status: integer,
    is_check: boolean,
    /** The voucher, draft or finalized, that uses it; all else about it stands in its own row. */
    voucher_id: orNull(text),
    funds_nature: orNull(text),
    created_date: timestamptz,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    indexes: [
      '(company_id, transaction_date, id)',
      '(company_id, created_date, id)',
      '(company_id, updated_at, id)',
      '(company_id, amount, id)',
      '(company_id, id_no)',
    ],
  },
)

/** What uses a transaction, kept apart so that recording a transaction again cannot wipe it. */
export const transactionUseTable = table(
  'bank_transaction_use',
  { company_id: text, transaction_id: text, voucher_id: orNull(text), is_finalized: boolean },
  { key: ['company_id', 'transaction_id'] },
)
