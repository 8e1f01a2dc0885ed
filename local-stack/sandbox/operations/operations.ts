import { nilveraOperations } from '../nilvera/operations.ts'
import type { State } from '../state/state.ts'
import { bankTransactions } from './bank-transactions.ts'
import { invoiceOperations } from './invoice/invoice-operations.ts'
import { kmtsQuery } from './kmts-query.ts'
import type { Operation } from './operation.ts'
import { taxpayerLookup } from './taxpayer-lookup.ts'
import { voucherOperations } from './voucher/voucher-operations.ts'

/** The operations of all providers. */
export const operationsOf = (state: State): readonly Operation[] => [
  ...voucherOperations(state),
  ...invoiceOperations(state),
  ...nilveraOperations(state),
  taxpayerLookup(state.taxpayers),
  kmtsQuery(),
  bankTransactions(state.bankTransactions),
]
