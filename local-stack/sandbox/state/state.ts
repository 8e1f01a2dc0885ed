import { type BankTransactions, bankTransactionsIn } from './bank-transactions.ts'
import { type Calls, callsIn } from './calls.ts'
import { inTransaction, openDatabase } from './database.ts'
import { type Documents, documentsIn } from './documents.ts'
import { type Faults, faultsIn } from './faults.ts'
import { type Invoices, invoicesIn } from './invoices.ts'
import { type Messages, messagesIn } from './messages.ts'
import { type NumberSeries, numberSeriesIn } from './number-series.ts'
import { type Taxpayers, taxpayersIn } from './taxpayers.ts'
import { type Vouchers, vouchersIn } from './vouchers.ts'

/** The stored state of all providers. */
export interface State {
  readonly calls: Calls
  readonly faults: Faults
  readonly documents: Documents
  readonly vouchers: Vouchers
  readonly invoices: Invoices
  readonly numberSeries: NumberSeries
  readonly messages: Messages
  readonly taxpayers: Taxpayers
  readonly bankTransactions: BankTransactions
  /** Stores all that the work writes, or nothing. */
  readonly atomically: <Result>(work: () => Result) => Result
  readonly close: () => void
}

export function openState(folder: string): State {
  const database = openDatabase(folder)
  const documents = documentsIn(database)
  return {
    calls: callsIn(database),
    faults: faultsIn(database),
    documents,
    vouchers: vouchersIn(database, documents),
    invoices: invoicesIn(database, documents),
    numberSeries: numberSeriesIn(database),
    messages: messagesIn(database),
    taxpayers: taxpayersIn(database),
    bankTransactions: bankTransactionsIn(database),
    atomically: (work) => inTransaction(database, work),
    close: () => database.close(),
  }
}
