import type { DocumentParty } from '#kernel/events/document.ts'

/** The other party of a document, with all that is known of one. */
export const namedParty: DocumentParty = {
  taxNumber: '10000000146',
  name: 'Ayşe Işık',
  taxOffice: 'Kadıköy',
  address: 'Bahariye Cd. 1',
  district: 'Kadıköy',
  city: 'İstanbul',
  phone: '905321234567',
  mail: 'ayse@example.com',
  webSite: 'https://example.com',
  country: 'Türkiye',
}
