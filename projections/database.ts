import { tableOf } from '#kernel/records/kept-items.ts'
import type { Snake } from '#kernel/records/record.ts'
import { type RecordName, records } from '#kernel/records/records.ts'
import type { ReadRow, Table } from '#kernel/records/table.ts'
import { setAsideBookingTable } from './read-models/bank-accounts/tables.ts'
import { checkedPersonTable } from './read-models/bank-transactions/tables.ts'
import {
  apiKeyTable,
  companySettingsTable,
  companyTable,
  priceTable,
} from './read-models/companies/tables.ts'
import { listCountTables } from './runtime/list-counts.ts'
import { parkedEventTable } from './runtime/parking/table.ts'
import { checkpointTable } from './runtime/tables.ts'

const otherTables = {
  company: companyTable,
  company_settings: companySettingsTable,
  api_key: apiKeyTable,
  price: priceTable,
  checked_person: checkedPersonTable,
  set_aside_booking: setAsideBookingTable,
  checkpoint: checkpointTable,
  parked_event: parkedEventTable,
} as const

type RowsOf<Tables> = { readonly [Name in keyof Tables]: Numbered<ReadRow<Tables[Name]>> }
/** A row with a number of a person or a company has its normal form, too. */
type Numbered<Row> = Row extends { readonly id_no: unknown }
  ? Row & { readonly normal_number: string | null }
  : Row
type RecordTables = { readonly [Name in RecordName as Snake<Name>]: (typeof records)[Name] }

/** The tables that readers may read, in the schema `READ_MODEL`. */
export type ReadDatabase = RowsOf<RecordTables & typeof otherTables>

/** Every column that queries read, including those of list counts. */
export const readColumns: readonly { readonly table: string; readonly column: string }[] = [
  ...Object.values(records).map(tableOf),
  ...Object.values<Table>(otherTables),
].flatMap(columnsOf)

function columnsOf(table: Table) {
  const own = Object.keys(table.columns).map((column) => ({ table: table.name, column }))
  return own.concat(listCountTables(table).map((counts) => ({ table: counts, column: 'n' })))
}
