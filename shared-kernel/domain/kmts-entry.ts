import { byKind } from './by-kind.ts'

/** The register's entry for a label or mark, by what each field holds; null where the register says nothing. */
export const entryFields = {
  status: 'text',
  statusDescription: 'text',
  statusTitleDescription: 'text',
  activationDate: 'instant',
  markingDate: 'instant',
  scanVerificationId: 'text',
  refineryName: 'text',
  productName: 'text',
  millesimalFineness: 'text',
  weightUnit: 'text',
  metal: 'text',
  weight: 'decimal',
  packagePrefix: 'text',
  method: 'text',
  methodDescription: 'text',
} as const

/** Dates are ISO 8601, UTC; the weight is a decimal number in `weightUnit`. */
export type KmtsEntry = { readonly [Name in keyof typeof entryFields]: string | null }

export const noEntry: KmtsEntry = byKind(entryFields, { text: null, instant: null, decimal: null })
