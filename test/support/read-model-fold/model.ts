import type { EventMetadata } from '#kernel/events/metadata.ts'
import { micros, type Row } from './values.ts'

export interface Voucher {
  readonly row: Row
  readonly company: string
  readonly transaction: string | null
  readonly lifecycle: 'draft' | 'finalizing' | 'finalized' | 'deleted' | 'abandoned'
}

/** What there is so far of the tables. */
export interface Model {
  readonly plain: Record<string, Map<string, Row>>
  readonly transactions: Map<string, Row>
  readonly vouchers: Map<string, Voucher>
  /** Of each transaction the document that has taken it last: it holds it until its end, and a cancelled one longer. */
  readonly takers: Map<string, unknown>
  /** When something was last said of a person's checks. */
  readonly judgedAt: Map<string, bigint>
  /** The last `updated_at` of a company's resource. */
  readonly last: Map<string, bigint>
}

/** The `updated_at` of the next row that changes. */
export function next(
  model: Model,
  { companyId, recordedAt }: EventMetadata,
  resource: string,
  at = micros(recordedAt),
): string {
  const key = `${companyId} ${resource}`
  const last = model.last.get(key)
  const updatedAt = last === undefined || at > last ? at : last + 1n
  model.last.set(key, updatedAt)
  return `${updatedAt}`
}

/** The transaction changes with the document that has taken it last. */
export function touchTaken(
  model: Model,
  { document, transaction }: { readonly document: unknown; readonly transaction: unknown },
  metadata: EventMetadata,
) {
  const taker = model.takers.get(`${metadata.companyId} ${String(transaction)}`)
  if (taker === document) touchTransaction(model, transaction, metadata)
}

/** What shows an account, by its person or its id, or a check of a person has changed with it. */
export function touchShown(
  model: Model,
  shown: readonly unknown[],
  metadata: EventMetadata,
  tables: readonly string[] = ['bank_transaction', 'customer_event'],
) {
  for (const table of tables) {
    const rows =
      table === 'bank_transaction' ? model.transactions : (model.plain[table] ?? new Map())
    const resource = table === 'bank_transaction' ? 'bankTransactions' : 'customerEvents'
    const isShown = (by: unknown) => typeof by === 'string' && shown.includes(by)
    const found = [...rows]
      .filter(([key]) => key.startsWith(`${metadata.companyId} `))
      .filter(([, row]) => isShown(row['person_ref']) || isShown(row['customer_id']))
    for (const [key, row] of found.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      rows.set(key, { ...row, updated_at: next(model, metadata, resource) })
    }
  }
}

/** A transaction that a document takes, finishes or gives back has changed too. */
export function touchTransaction(model: Model, id: unknown, metadata: EventMetadata) {
  const key = `${metadata.companyId} ${String(id)}`
  const row = model.transactions.get(key)
  if (row === undefined) return
  model.transactions.set(key, { ...row, updated_at: next(model, metadata, 'bankTransactions') })
}
