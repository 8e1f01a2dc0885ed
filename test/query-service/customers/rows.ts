import { turkishOrder } from '#kernel/domain/turkish-order.ts'
import { fold } from '#kernel/domain/turkish-text.ts'
import { DEALER, idOf, MOMENT } from '#test/query-service/rows.ts'
import { PERSON } from '#test/support/forms.ts'

// Rows of the read models, as the projections write them.

interface Changes {
  readonly name_surname?: string | null
  readonly [column: string]: unknown
}

export const customerRow = (number: number, changes: Changes = {}) => {
  const { name_surname = 'Ayşe Işık' } = changes
  return {
    company_id: DEALER,
    id: idOf(number),
    person_ref: 'p1',
    id_no: PERSON,
    id_type: 'person',
    name_surname,
    name_folded: fold(name_surname ?? ''),
    name_sort: turkishOrder(name_surname ?? ''),
    labels: [],
    is_verify: false,
    is_valid: false,
    is_photo: false,
    is_abroad: false,
    created_date: '2026-11-20T09:45:00Z',
    ibans: [],
    bank_codes: [],
    doc_types: [],
    forgotten: false,
    updated_at: String(MOMENT + BigInt(number)),
    ...changes,
  }
}

export const registerRow = (number: number, changes: object = {}) => ({
  company_id: DEALER,
  id: idOf(number),
  person_ref: 'p1',
  id_no: PERSON,
  event_date: '2026-11-20T09:45:00Z',
  record_level: 1,
  created_at: String(MOMENT + BigInt(number)),
  updated_at: String(MOMENT + BigInt(number)),
  ...changes,
})

export const checkRow = (number: number, changes: object = {}) => ({
  company_id: DEALER,
  id: idOf(number),
  source: 'api',
  id_no: PERSON,
  full_name_folded: '',
  checked_at: '2026-11-20T09:45:00Z',
  wanted_query: true,
  pep_query: true,
  is_error: false,
  masak_count: 0,
  wanted_count: 0,
  pep_count: 0,
  has_customer: false,
  customer_event_count: 0,
  created_at: String(MOMENT + BigInt(number)),
  updated_at: String(MOMENT + BigInt(number)),
  ...changes,
})

export const formRow = (number: number, changes: object = {}) => ({
  company_id: DEALER,
  id: idOf(number),
  visible: true,
  person_ref: 'p1',
  id_no: PERSON,
  name_surname: 'Ayşe Işık',
  id_type: 'person',
  id_card_type: 'idCard',
  is_approval: false,
  is_signed: false,
  masak_status: 0,
  rejected: false,
  deleted: false,
  created_at: String(MOMENT + BigInt(number)),
  updated_at: String(MOMENT + BigInt(number)),
  ...changes,
})
