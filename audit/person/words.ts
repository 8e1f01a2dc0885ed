import type { KindOfRecord } from './personal-file.ts'

/** English and Turkish, side by side: the page is for the person and for the employee who hands it over. */
export interface Words {
  readonly en: string
  readonly tr: string
}

export const words = (en: string, tr: string): Words => ({ en, tr })

export const titles: Readonly<
  Record<KindOfRecord | 'linked' | 'mentions' | 'events' | 'accesses', Words>
> = {
  customers: words('Customer accounts', 'Müşteri kayıtları'),
  identificationForms: words('Identification forms', 'Kimlik tespit formları'),
  registerEvents: words('Entries in the customer register', 'Sicil kayıtları'),
  identityVerifications: words('Identity verifications', 'Kimlik doğrulama oturumları'),
  expenseVouchers: words('Expense vouchers', 'Gider pusulaları'),
  invoices: words('Invoices', 'Faturalar'),
  bankTransactions: words('Bank transactions', 'Banka hareketleri'),
  sanctionChecks: words('Sanction checks', 'Yaptırım listesi sorguları'),
  linked: words('Payments by others for these documents', 'Bu belgelere ait diğer ödemeler'),
  mentions: words('Named in the accounts of others', 'Başka kayıtlarda temsilci olarak'),
  events: words('History: what was recorded, and when', 'Geçmiş: neyin ne zaman kaydedildiği'),
  accesses: words('Who has looked at these records', 'Bu kayıtlara erişimler'),
}

const fields: Readonly<Record<string, Words>> = {
  id: words('Record number', 'Kayıt no'),
  idNo: words('Identity number', 'Kimlik no'),
  taxNumber: words('Identity or tax number', 'Kimlik veya vergi no'),
  nameSurname: words('Name', 'Adı soyadı'),
  fullName: words('Name', 'Adı soyadı'),
  name: words('Name', 'Adı'),
  surname: words('Surname', 'Soyadı'),
  ownerName: words('Owner', 'Sahibi'),
  motherName: words('Mother’s name', 'Anne adı'),
  fatherName: words('Father’s name', 'Baba adı'),
  birthplace: words('Place of birth', 'Doğum yeri'),
  birthday: words('Date of birth', 'Doğum tarihi'),
  year: words('Year', 'Yıl'),
  nationality: words('Nationality', 'Uyruğu'),
  jobName: words('Occupation', 'Mesleği'),
  phone: words('Phone', 'Telefon'),
  phone2: words('Second phone', 'İkinci telefon'),
  documentPhone: words('Phone for the code', 'Kod telefonu'),
  email: words('E-mail', 'E-posta'),
  mail: words('E-mail', 'E-posta'),
  webSite: words('Website', 'İnternet sitesi'),
  address: words('Address', 'Adres'),
  country: words('Country', 'Ülke'),
  countries: words('Country', 'Ülke'),
  city: words('Province', 'İl'),
  states: words('Province', 'İl'),
  cities: words('District', 'İlçe'),
  district: words('District', 'İlçe'),
  taxOffice: words('Tax office', 'Vergi dairesi'),
  iban: words('IBAN', 'IBAN'),
  ibans: words('IBANs', 'IBAN’lar'),
  bankName: words('Bank', 'Banka'),
  labels: words('Labels', 'Etiketler'),
  recordLevel: words('Risk level', 'Risk seviyesi'),
  masakStatus: words('MASAK status', 'MASAK durumu'),
  comment: words('Comment', 'Açıklama'),
  description: words('Description', 'Açıklama'),
  customerRelation: words('Acts for the company', 'Şirket adına işlem yapan'),
  createdAt: words('Created', 'Oluşturulma'),
  createdDate: words('Created', 'Oluşturulma'),
  updatedAt: words('Last change', 'Son değişiklik'),
  lastDate: words('Last visit', 'Son işlem'),
  transactionDate: words('Date', 'İşlem tarihi'),
  eventDate: words('Date', 'Tarih'),
  checkedAt: words('Checked', 'Sorgu zamanı'),
  approvedAt: words('Approved', 'Onay zamanı'),
  signedAt: words('Signed', 'İmza zamanı'),
  serial: words('Serial', 'Seri'),
  number: words('Number', 'Numara'),
  invoiceNumber: words('Invoice number', 'Fatura no'),
  officialNumber: words('Official number', 'Resmî belge no'),
  amount: words('Amount', 'Tutar'),
  currency: words('Currency', 'Para birimi'),
  quantity: words('Quantity', 'Miktar'),
  unitType: words('Unit', 'Birim'),
  price: words('Price', 'Fiyat'),
  status: words('Status', 'Durum'),
  state: words('State', 'Durum'),
  incoming: words('Incoming payment', 'Gelen ödeme'),
  seller: words('Seller', 'Satıcı'),
  customer: words('Customer', 'Müşteri'),
  counterparty: words('Other party', 'Karşı taraf'),
  person: words('Person', 'Kişi'),
  entry: words('Entry', 'Kayıt'),
  session: words('Verification', 'Doğrulama'),
  dataSet: words('Result of the verification', 'Doğrulama sonucu'),
  query: words('Searched for', 'Sorgulanan'),
  matches: words('Matches', 'Eşleşmeler'),
  removed: words('Removed from all lists', 'Listelerden kaldırıldı'),
  personRef: words('Pseudonym', 'Takma ad'),
}

/** The labels on the way to a field, such as `seller.phone`; unknown names are spelled out. */
export const labelOf = (path: string): readonly Words[] => path.split('.').map(partOf)

function partOf(name: string): Words {
  if (/^\d+$/.test(name)) return same(String(Number(name) + 1))
  const known = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (known !== undefined) return known
  const spelled = name.replaceAll(/([a-z\d])([A-Z])/g, (_, one: string, two: string) => {
    return `${one} ${two.toLowerCase()}`
  })
  return same(spelled.charAt(0).toUpperCase() + spelled.slice(1))
}

const same = (text: string): Words => words(text, text)

const actors: Readonly<Record<string, Words>> = {
  apiUser: words('a user of the company', 'şirketin bir kullanıcısı'),
  operator: words('an operator of the system', 'sistemin bir yöneticisi'),
  process: words('the system itself', 'sistemin kendisi'),
}

export const actorNamed = (kind: string): Words => actors[kind] ?? same(kind)
