import {
  bigint,
  boolean,
  integer,
  json,
  oneOf,
  orNull,
  table,
  text,
  texts,
  timestamptz,
} from '#projections/runtime/table.ts'

interface CustomerRelation {
  readonly types: string | null
  readonly nameSurname: string | null
  readonly idNo: string | null
}

/** Lists that are filtered by these are read from the index of their order alone. */
const filtered =
  'include (id_type, id_card_type, record_level, is_verify, is_valid, is_photo, save_type)'

/** Personal columns are null when the person has been forgotten. */
export const customerTable = table(
  'customer',
  {
    company_id: text,
    id: text,
    person_ref: text,
    id_no: orNull(text),
    id_type: oneOf<'person' | 'company'>(),
    id_card_type: orNull(oneOf<'idCard' | 'passport' | 'dlCard' | 'other'>()),
    name_surname: orNull(text),
    name_folded: text,
    name_sort: text,
    phone: orNull(text),
    email: orNull(text),
    nationality: orNull(text),
    countries: orNull(text),
    states: orNull(text),
    cities: orNull(text),
    labels: texts,
    record_level: orNull(integer),
    is_verify: boolean,
    is_valid: boolean,
    is_photo: boolean,
    is_abroad: boolean,
    save_type: orNull(oneOf<'bank' | 'manual' | 'idCard' | 'accord'>()),
    created_date: timestamptz,
    last_date: orNull(timestamptz),
    name: orNull(text),
    surname: orNull(text),
    owner_name: orNull(text),
    birthplace: orNull(text),
    birthday: orNull(text),
    year: orNull(integer),
    phone2: orNull(text),
    tax_office: orNull(text),
    registry_no: orNull(text),
    cmp_no: orNull(text),
    activity_name: orNull(text),
    nace_code: orNull(text),
    countries_code: orNull(text),
    states_code: orNull(text),
    address: orNull(text),
    mother_name: orNull(text),
    father_name: orNull(text),
    job_name: orNull(text),
    ibans: texts,
    bank_codes: texts,
    doc_types: texts,
    customer_relation: orNull(json<CustomerRelation>()),
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    counts: {
      by: [
        'id_type',
        'id_card_type',
        'record_level',
        'is_verify',
        'is_valid',
        'is_photo',
        'save_type',
        'labels',
      ],
      text: 'name_folded',
    },
    indexes: [
      `(company_id, created_date, id) ${filtered}`,
      `(company_id, last_date, id) ${filtered}`,
      `(company_id, updated_at, id) ${filtered}`,
      `(company_id, name_sort, id) ${filtered}`,
      '(company_id, id_no)',
      '(company_id, person_ref) where id_no is null',
      'using gin (labels)',
    ],
  },
)
