import type { Claimant } from '#command/claims/claimant.ts'
import type { DocumentClaims } from '#command/claims/claiming.ts'
import type { LineFault } from './line-fault.ts'

/** A document that another system issued, as far as it takes something that no other document may have. */
export interface PastDocument {
  readonly kind: Claimant['kind']
  readonly companyId: string
  readonly documentId: string
  /** The identity or tax number of the seller, or of the buyer. */
  readonly party: string
  readonly transactionDate: string
  /** Money with both decimals. */
  readonly amount: string
  readonly bankTransactionId: string | null
  /** It has its number, and neither its bank transaction nor its day. */
  readonly isCancelled: boolean
  /** In a number book; null where the integrator gave the number. */
  readonly numbered: { readonly serial: string; readonly number: string } | null
}

export type DatedClaims = Pick<DocumentClaims, 'ledger' | 'day' | 'duplicates'> & {
  readonly timeZone: string
}

/** Whether the event holds a document of the past. */
export const isImport = ({ type }: { readonly type: string }) =>
  type === 'VoucherImported' || type === 'InvoiceImported'

export const usedBy = (
  field: string,
  holder: string | undefined,
  documentId: string | undefined,
): readonly LineFault[] =>
  holder === undefined || holder === documentId ? [] : [{ field, wrong: `is used for ${holder}` }]

/** Makes what follows from one thing once, for as long as that is in use. */
export function onceFor<Of extends object, Value>(make: (of: Of) => Value): (of: Of) => Value {
  const made = new WeakMap<Of, Value>()
  return (of) => remembered(made, of, () => make(of))
}

export function remembered<Key, Value>(
  known: {
    readonly get: (key: Key) => Value | undefined
    readonly set: (key: Key, value: Value) => unknown
  },
  key: Key,
  find: () => Value,
): Value {
  const found = known.get(key) ?? find()
  known.set(key, found)
  return found
}
