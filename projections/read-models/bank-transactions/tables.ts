import { flag, integer, json, oneOf, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** The document that uses a transaction; apart from it, so that recording it again keeps this. */
export const transactionUseTable = table(
  'bank_transaction_use',
  {
    company_id: text,
    transaction_id: text,
    /** The one document that uses it now; null after its release. */
    user_kind: orNull(oneOf('voucher', 'invoice')),
    user_id: orNull(text),
    /** The document is official and has processed the transaction. */
    is_processed: flag,
  },
  { key: ['company_id', 'transaction_id'] },
)

/** The part of a check that decides a person's status. */
export interface CountedCheck {
  readonly id: string
  /** Microseconds since 1970. */
  readonly at: string
  readonly status: number
}

/** A person's status by the company's latest check, for later transactions. */
export const checkedPersonTable = table(
  'checked_person',
  {
    company_id: text,
    person_ref: text,
    /** The latest one; null if the only one turned out to be of another person. */
    check_id: orNull(text),
    masak_status: integer,
    /** Latest first. */
    checks: json<readonly CountedCheck[]>(),
  },
  { key: ['company_id', 'person_ref'] },
)

/** A new check updates at most this many transactions of a person, so that it cannot hold up the rest. */
export const MOST_CHECKED_TRANSACTIONS = 20_000
