import type { CreditNote } from '#command/ubl/credit-note.ts'

const seller = {
  taxNumber: '10000000146',
  name: 'Ayşe Nur Işık',
  taxOffice: null,
  address: 'Çarşı Sokak 5',
  district: 'Kadıköy',
  city: 'İstanbul',
  phone: '905321234567',
  mail: 'ayse@example.com',
  webSite: null,
  country: null,
}

/** An expense voucher of Örnek Kuyumculuk, but for what is said otherwise. */
export const creditNote = (otherwise: Partial<CreditNote> = {}): CreditNote => ({
  uuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  issueDate: '2026-11-20',
  issueTime: '14:30:00',
  serial: 'SRF',
  company: {
    title: 'Örnek Kuyumculuk ve Döviz A.Ş.',
    owner: null,
    mersisNo: null,
    tradeRegisterNo: null,
    taxNumber: '4840847211',
    taxOffice: 'Beyoğlu',
    address: 'Kapalıçarşı 12',
    district: 'Fatih',
    city: 'İstanbul',
    phone: '902125551234',
    email: 'belge@ornek.example',
  },
  seller,
  lines: [{ name: 'Has altın', quantity: '12.34', unitType: 'GRM', amount: '65559.95' }],
  note: null,
  ...otherwise,
})

export const soldBy = (otherwise: Partial<CreditNote['seller']>): CreditNote =>
  creditNote({ seller: { ...seller, ...otherwise } })
