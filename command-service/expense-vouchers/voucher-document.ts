import type { ElectronicDocument } from '#kernel/events/electronic-document.ts'

/** It gets its uuid when it is prepared for the first time; without one it is a draft. */
export type VoucherDocument = ElectronicDocument & (NeverPrepared | OncePrepared)

interface NeverPrepared {
  readonly state: 'draft'
  readonly uuid: null
}

export interface OncePrepared {
  readonly uuid: string
}

/** Tables show whatever was written; a decision rests on what is possible alone. */
export function voucherDocument(document: ElectronicDocument): VoucherDocument {
  const { state, uuid } = document
  if (uuid !== null) return { ...document, uuid }
  if (state === 'draft') return { ...document, state, uuid }
  throw new Error(`a document that is ${state} has no uuid`)
}
