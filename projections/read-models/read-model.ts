import type { RowMac } from '#kernel/platform/vault/row-macs.ts'
import { tableOf } from '#kernel/records/kept-items.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { type RecordName, records } from '#kernel/records/records.ts'
import type { RowOf } from '#kernel/records/table.ts'
import {
  type StoredRows,
  signedRows,
  type TableRows,
  tableRows,
} from '#projections/runtime/rows.ts'
import { searchableRows } from '#projections/runtime/searchable-rows.ts'
import { lastChangeTable } from '#projections/runtime/tables.ts'
import { setAsideBookingTable } from './bank-accounts/tables.ts'
import {
  checkedPersonTable,
  MOST_CHECKED_TRANSACTIONS,
  transactionUseTable,
} from './bank-transactions/tables.ts'
import { macOfCompany, macOfKey } from './companies/row-macs.ts'
import { apiKeyTable, companySettingsTable, companyTable, priceTable } from './companies/tables.ts'

/** Every table that is made from the log, with the rows that the current batch reads. */
export function createReadModel(schema: string, rowMac: RowMac) {
  const rows = recordRows(schema)
  return {
    lastChange: tableRows(schema, lastChangeTable),
    company: signedRows(tableRows(schema, companyTable), (row) => ({
      ...row,
      mac: macOfCompany(rowMac, row),
    })),
    companySettings: tableRows(schema, companySettingsTable),
    apiKey: signedRows(tableRows(schema, apiKeyTable), (row) => ({
      ...row,
      mac: macOfKey(rowMac, row),
    })),
    price: tableRows(schema, priceTable),
    ...rows,
    setAsideBooking: tableRows(schema, setAsideBookingTable),
    transactionUse: tableRows(schema, transactionUseTable),
    bankTransaction: searchableRows(rows.bankTransaction, {
      schema,
      columns: ['person_ref'],
      limit: MOST_CHECKED_TRANSACTIONS,
    }),
    checkedPerson: tableRows(schema, checkedPersonTable),
    customer: searchableRows(rows.customer, { schema, columns: ['person_ref'] }),
    customerEvent: searchableRows(rows.customerEvent, {
      schema,
      columns: ['person_ref', 'customer_id'],
    }),
    customerForm: searchableRows(rows.customerForm, { schema, columns: ['person_ref'] }),
    idvSession: searchableRows(rows.idvSession, { schema, columns: ['person_ref'] }),
  }
}

export type ReadModel = ReturnType<typeof createReadModel>

type RecordRows = {
  readonly [Name in RecordName]: TableRows<RowOf<(typeof records)[Name]>> & StoredRows
}

function recordRows(schema: string): RecordRows
function recordRows(schema: string): unknown {
  const rows = Object.entries<AnyRecord>(records).map(([name, record]) => [
    name,
    tableRows(schema, tableOf(record)),
  ])
  return Object.fromEntries(rows)
}
