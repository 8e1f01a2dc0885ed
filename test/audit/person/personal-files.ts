import type { PersonalFile } from '#audit/person/personal-file.ts'

/** A person of whom nothing is kept. */
export const nobody: PersonalFile = {
  format: 'sarraf-person/1',
  exportedAt: '2026-11-23T10:00:00.000Z',
  company: { id: 'c1', title: 'Kapalıçarşı <Sarraf>' },
  idNo: '10000000146',
  records: {
    customers: [],
    identificationForms: [],
    registerEvents: [],
    identityVerifications: [],
    expenseVouchers: [],
    invoices: [],
    bankTransactions: [],
    sanctionChecks: [],
  },
  linkedTransactions: [],
  mentions: [],
  events: [],
  erasedEvents: 0,
  accesses: [],
}
