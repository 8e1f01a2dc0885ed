/** What the sandbox answers by itself: its own tables, from which the guides are written, too. */

/** Phones that start so get the same code each time, and it stays valid. No Turkish phone starts so. */
export const magicPhones = { prefix: '90500000', code: '482913' } as const

/** Of numbers that nobody registered at the sandbox; all others are no e-invoice taxpayers. */
export const eInvoiceTaxpayers = {
  company: { taxNumber: '9990000005', title: 'Deneme e-Fatura Mükellefi A.Ş.' },
  person: { taxNumber: '10000000214', title: 'Deneme Şahıs Mükellefi' },
} as const

export type LabelOutcome = 'verified' | 'invalid' | 'not_found'

/** By the beginning of the scanned code. */
export const labelOutcomes = {
  KMV: 'verified',
  KMX: 'invalid',
  KMN: 'not_found',
} as const satisfies Readonly<Record<string, LabelOutcome>>

/** The register does not know a code that starts otherwise. */
export const labelOutcomeOf = (code: string): LabelOutcome =>
  Object.entries(labelOutcomes).find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'not_found'
