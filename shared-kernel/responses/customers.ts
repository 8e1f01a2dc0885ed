import type { Static } from 'typebox'
import type { NarrowCustomer } from '#kernel/contract/compliance-events.ts'
import type { DetailedCustomer, ListedCustomer } from '#kernel/contract/customers.ts'
import { isoMicroseconds } from './times.ts'

type Listed = Static<typeof ListedCustomer>
type Detailed = Static<typeof DetailedCustomer>
type Narrow = Static<typeof NarrowCustomer>

/** As much of a row of `customer` as compliance needs. */
export interface NarrowCustomerRow {
  readonly id: string
  readonly id_no: string | null
  readonly id_type: Listed['idType']
  readonly id_card_type: Listed['idCardType']
  readonly name_surname: string | null
  readonly record_level: number | null
  readonly is_verify: boolean
  readonly is_valid: boolean
}

/** A row of `customer`: microseconds as text. */
export interface CustomerRow extends NarrowCustomerRow {
  readonly phone: string | null
  readonly email: string | null
  readonly nationality: string | null
  readonly countries: string | null
  readonly states: string | null
  readonly cities: string | null
  readonly labels: string[]
  readonly is_photo: boolean
  readonly save_type: Listed['saveType']
  readonly created_date: Date
  readonly last_date: Date | null
  readonly updated_at: string
  readonly name: string | null
  readonly surname: string | null
  readonly owner_name: string | null
  readonly birthplace: string | null
  readonly birthday: string | null
  readonly year: number | null
  readonly phone2: string | null
  readonly tax_office: string | null
  readonly registry_no: string | null
  readonly cmp_no: string | null
  readonly activity_name: string | null
  readonly nace_code: string | null
  readonly countries_code: string | null
  readonly states_code: string | null
  readonly address: string | null
  readonly mother_name: string | null
  readonly father_name: string | null
  readonly is_abroad: boolean
  readonly job_name: string | null
  readonly ibans: string[]
  readonly bank_codes: string[]
  readonly doc_types: string[]
  readonly customer_relation: Detailed['customerRelation']
}

export const narrowCustomer = (row: NarrowCustomerRow): Narrow => ({
  id: row.id,
  idNo: row.id_no,
  idType: row.id_type,
  idCardType: row.id_card_type,
  nameSurname: row.name_surname,
  recordLevel: row.record_level,
  isVerify: row.is_verify,
  isValid: row.is_valid,
})

export const listedCustomer = (row: CustomerRow): Listed => ({
  ...narrowCustomer(row),
  phone: row.phone,
  email: row.email,
  nationality: row.nationality,
  countries: row.countries,
  states: row.states,
  cities: row.cities,
  labels: row.labels,
  isPhoto: row.is_photo,
  saveType: row.save_type,
  createdDate: row.created_date.toISOString(),
  lastDate: row.last_date?.toISOString() ?? null,
  updatedAt: isoMicroseconds(row.updated_at),
})

export const detailedCustomer = (row: CustomerRow): Detailed => ({
  ...listedCustomer(row),
  name: row.name,
  surname: row.surname,
  ownerName: row.owner_name,
  birthplace: row.birthplace,
  birthday: row.birthday,
  year: row.year,
  phone2: row.phone2,
  taxOffice: row.tax_office,
  registryNo: row.registry_no,
  cmpNo: row.cmp_no,
  activityName: row.activity_name,
  naceCode: row.nace_code,
  countriesCode: row.countries_code,
  statesCode: row.states_code,
  address: row.address,
  motherName: row.mother_name,
  fatherName: row.father_name,
  isAbroad: row.is_abroad,
  jobName: row.job_name,
  ibans: row.ibans,
  bankCodes: row.bank_codes,
  docTypes: row.doc_types,
  customerRelation: row.customer_relation,
})
