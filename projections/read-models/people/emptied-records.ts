import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { PersonEvent } from '#kernel/events/person-forgotten.ts'
import { emptiedTransaction } from '#projections/read-models/bank-transactions/projector.ts'
import { nextChange, type Resource, wantLastChange } from '#projections/read-models/changes.ts'
import { emptiedEntry } from '#projections/read-models/customer-events/projector.ts'
import { forgottenForm } from '#projections/read-models/customer-forms/projectors.ts'
import { forgottenColumns } from '#projections/read-models/customers/projector.ts'
import {
  SHOWING_ACCOUNTS,
  SHOWING_CHECKS,
  touchDependents,
  wantDependents,
} from '#projections/read-models/dependents.ts'
import { emptiedVoucher } from '#projections/read-models/expense-vouchers/drafted-columns.ts'
import { forgottenSession } from '#projections/read-models/idv-sessions/projector.ts'
import { emptiedInvoice } from '#projections/read-models/invoices/requested-columns.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'
import { emptiedCheck } from '#projections/read-models/sanction-checks/projector.ts'
import type { TableRows } from '#projections/runtime/rows.ts'

type RetentionEnded = Extract<PersonEvent, { type: 'RetentionEnded' }>['data']

interface Emptying {
  readonly want: (model: ReadModel, metadata: EventMetadata, id: string) => void
  readonly empty: (model: ReadModel, metadata: EventMetadata, id: string) => void
}

/** Requests the rows that `emptyRecords` changes. */
export function wantRecords(data: RetentionEnded, metadata: EventMetadata, model: ReadModel): void {
  for (const { kind, id } of data.records) emptyings[kind]?.want(model, metadata, id)
}

/** The rows hold afterwards what a rebuild, which has no keys any more, writes into them. */
export function emptyRecords(
  data: RetentionEnded,
  metadata: EventMetadata,
  model: ReadModel,
): void {
  for (const { kind, id } of data.records.toSorted(byId)) {
    emptyings[kind]?.empty(model, metadata, id)
  }
}

interface How<Row> {
  readonly emptied: (row: Row) => Partial<Row>
  /** The list whose readers see the change. */
  readonly resource?: Resource
  /** What of the same person shows the record as it is now. */
  readonly shownBy?: typeof SHOWING_ACCOUNTS | typeof SHOWING_CHECKS
}

function emptying<Row extends { readonly updated_at: string; readonly person_ref?: string | null }>(
  rowsIn: (model: ReadModel) => TableRows<Row>,
  { emptied, resource, shownBy }: How<NoInfer<Row>>,
): Emptying {
  return {
    want(model, metadata, id) {
      const row = rowsIn(model).want(metadata.companyId, id)
      if (shownBy !== undefined) wantDependents(model, metadata, [row?.person_ref, id], shownBy)
      if (resource !== undefined) wantLastChange(model, metadata, resource)
    },
    empty(model, metadata, id) {
      const rows = rowsIn(model)
      const row = rows.get(metadata.companyId, id)
      if (row === undefined) return
      const { updated_at } = row
      const changedAt = resource === undefined ? updated_at : nextChange(model, metadata, resource)
      const changed: Row = { ...row, ...emptied(row), updated_at: changedAt }
      rows.put(changed)
      if (shownBy !== undefined) touchDependents(model, metadata, [row.person_ref, id], shownBy)
    },
  }
}

const emptyings: Readonly<Record<string, Emptying>> = {
  customer: emptying((model: ReadModel) => model.customer, {
    emptied: forgottenColumns,
    resource: 'customers',
    shownBy: SHOWING_ACCOUNTS,
  }),
  customerForm: emptying((model: ReadModel) => model.customerForm, {
    emptied: () => forgottenForm,
    resource: 'customerForms',
  }),
  idvSession: emptying((model: ReadModel) => model.idvSession, { emptied: () => forgottenSession }),
  customerEvent: emptying((model: ReadModel) => model.customerEvent, {
    emptied: emptiedEntry,
    resource: 'customerEvents',
  }),
  sanctionCheck: emptying((model: ReadModel) => model.sanctionCheck, {
    emptied: emptiedCheck,
    resource: 'sanctionChecks',
    shownBy: SHOWING_CHECKS,
  }),
  bankTransaction: emptying((model: ReadModel) => model.bankTransaction, {
    emptied: emptiedTransaction,
    resource: 'bankTransactions',
  }),
  expenseVoucher: emptying((model: ReadModel) => model.expenseVoucher, {
    emptied: emptiedVoucher,
    resource: 'expenseVouchers',
  }),
  invoice: emptying((model: ReadModel) => model.invoice, {
    emptied: emptiedInvoice,
    resource: 'invoices',
  }),
}

type Emptied = RetentionEnded['records'][number]

const byId = (one: Emptied, other: Emptied) => (one.id < other.id ? -1 : 1)
