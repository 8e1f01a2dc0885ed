import type { CompanyFacts, KeyFacts } from '#projections/read-models/companies/row-macs.ts'
import { signedCompany, signedKey } from '#test/support/signed-rows.ts'

/** API users bear their company's name. */
export const DEALER = '5'.repeat(24)
export const NEIGHBOUR = '6'.repeat(24)

export const companyRow = (companyId: string, changes: Partial<CompanyFacts> = {}) =>
  signedCompany({
    company_id: companyId,
    title: 'Kapalıçarşı Kuyumculuk',
    tax_number: '4840847211',
    package: 'Standard',
    status: true,
    kmts_enabled: false,
    time_zone: 'Europe/Istanbul',
    ...changes,
  })

export const apiKeyRow = (
  companyId: string,
  secretHash: string | null,
  { revision, ...changes }: Partial<KeyFacts> = {},
) =>
  signedKey(
    {
      api_user_id: companyId,
      company_id: companyId,
      secret_hash: secretHash,
      status: true,
      valid_until: '2099-01-01T00:00:00Z',
      rights: ['*'],
      ...changes,
    },
    revision,
  )

export const idOf = (number: number) => number.toString(16).padStart(24, '0')

/** 2026-11-20T09:45:00Z, in microseconds. */
export const MOMENT = 1_795_167_900_000_000n

export const voucherRow = (number: number, changes: object = {}) => ({
  company_id: DEALER,
  id: idOf(number),
  lifecycle: 'finalized',
  visible: true,
  source: 'manual',
  bank_transaction_id: null,
  is_draft: false,
  is_finalized: true,
  is_cancelled: false,
  print_date: '2026-11-20T09:45:00.123Z',
  serial: 'GP',
  number: String(number),
  amount: '65559.95',
  exchanges: '5312.8',
  price: '5312.80',
  quantity: '12.34',
  unit_type: 'GRM',
  attribute: 'Has altın',
  template_id: idOf(900),
  template_key: 'gold-bullion',
  template_title: 'Külçe altın',
  template_line_name: 'Has altın',
  template_material: 'gold',
  fine_grams: '12.34',
  document_mode: 'paper',
  environment: null,
  state: null,
  person_ref: 'p1',
  id_no: '10000000146',
  name: 'Ayşe Yılmaz',
  name_folded: 'ayse yilmaz',
  tax_office: null,
  address: 'Kalpakçılar Cad. No: 12',
  district: 'Fatih',
  city: 'İstanbul',
  phone: '905321234567',
  mail: null,
  web_site: null,
  country: 'Türkiye',
  transaction_date: '2026-11-20T09:00:00.000Z',
  description: null,
  current_code: null,
  bank_name: null,
  invoice_no: null,
  is_swap: null,
  created_at: String(MOMENT + BigInt(number)),
  updated_at: String(MOMENT + BigInt(number)),
  ...changes,
})

export const electronicDraft = {
  lifecycle: 'draft',
  is_draft: true,
  is_finalized: false,
  print_date: null,
  number: null,
  document_mode: 'electronic',
  environment: 'test',
  state: 'draft',
  provider_status: 'unknown',
}

export const templateRow = (number: number, changes: object = {}) => ({
  company_id: DEALER,
  id: idOf(number),
  key: `key-${number}`,
  title: 'Külçe altın',
  line_name: 'Has altın',
  line_name_folded: 'has altin',
  material: 'gold',
  unit_type: 'GRM',
  type: 'normal',
  status_type: 'expense',
  exchange: '1',
  vat_rate: '20',
  labor_disabled: true,
  is_default: false,
  is_manual: false,
  sort_order: number,
  words: [],
  deleted: false,
  created_at: String(MOMENT),
  updated_at: String(MOMENT),
  ...changes,
})
