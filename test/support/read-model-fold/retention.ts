import type { EventMetadata } from '#kernel/events/metadata.ts'
import { type Model, next, touchShown, touchTransaction } from './model.ts'
import type { Row } from './values.ts'

/** The list that each kind of record is followed by, and its table. */
const lists: Readonly<Record<string, readonly [table: string, resource: string]>> = {
  customer: ['customer', 'customers'],
  customerForm: ['customer_form', 'customerForms'],
  customerEvent: ['customer_event', 'customerEvents'],
  sanctionCheck: ['sanction_check', 'sanctionChecks'],
  invoice: ['invoice', 'invoices'],
}

interface Ended {
  readonly kind: string
  readonly id: string
}

/** The log is folded without the destroyed keys, so the rows are empty already: only their dates change. */
export function endRetention(model: Model, records: readonly Ended[], metadata: EventMetadata) {
  for (const { kind, id } of records.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const key = `${metadata.companyId} ${id}`
    const list = lists[kind]
    if (list !== undefined) date(model, model.plain[list[0]], { key, resource: list[1], metadata })
    const person = model.plain[list?.[0] ?? '']?.get(key)?.['person_ref']
    if (kind === 'customer') touchShown(model, [person, id], metadata)
    if (kind === 'sanctionCheck') touchShown(model, [person], metadata, ['bank_transaction'])
    if (kind === 'bankTransaction') touchTransaction(model, id, metadata)
    const voucher = kind === 'expenseVoucher' ? model.vouchers.get(key) : undefined
    if (voucher !== undefined) {
      const updated_at = next(model, metadata, 'expenseVouchers')
      model.vouchers.set(key, { ...voucher, row: { ...voucher.row, updated_at } })
    }
  }
}

interface Dated {
  readonly key: string
  readonly resource: string
  readonly metadata: EventMetadata
}

function date(
  model: Model,
  rows: Map<string, Row> | undefined,
  { key, resource, metadata }: Dated,
) {
  const row = rows?.get(key)
  if (row === undefined) return
  rows?.set(key, { ...row, updated_at: next(model, metadata, resource) })
}
