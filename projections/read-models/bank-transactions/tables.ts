import { flag, integer, json, oneOf, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** What uses a transaction, kept apart so that recording a transaction again cannot wipe it. */
export const transactionUseTable = table(
  'bank_transaction_use',
  {
    company_id: text,
    transaction_id: text,
    /** The one document that uses it now; null when it was given back. */
    user_kind: orNull(oneOf('voucher', 'invoice')),
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
