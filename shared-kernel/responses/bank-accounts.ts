import type { Static } from 'typebox'
import type { BankAccount } from '#kernel/contract/bank-accounts.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'

/** A row of `bank_account`: microseconds as text. */
export interface BankAccountRow {
  readonly id: string
  readonly name: string
  readonly bank_code: string | null
  readonly iban: string | null
  readonly currency: string
  readonly bank: boolean
  readonly archived: boolean
  readonly integrated: boolean
  readonly last_queried_at: Date | null
  readonly created_at: string
  readonly updated_at: string
}

export const bankAccount = (row: BankAccountRow): Static<typeof BankAccount> => ({
  id: row.id,
  name: row.name,
  bankCode: row.bank_code,
  iban: row.iban,
  currency: row.currency,
  bank: row.bank,
  archived: row.archived,
  integrated: row.integrated,
  lastQueriedAt: row.last_queried_at?.toISOString() ?? null,
  createdDate: isoMicroseconds(row.created_at),
  updatedAt: isoMicroseconds(row.updated_at),
})
