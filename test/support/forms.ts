import type { Static } from 'typebox'
import { CreatedForm } from '#kernel/contract/customer-forms.ts'
import { CustomerStanding } from '#kernel/contract/customers.ts'
import { customerForms } from '#kernel/records/customer-forms.ts'
import { detailSchema } from '#kernel/records/response.ts'
import { type Answer, type Api, dataOf } from './system-client.ts'

const Verification = detailSchema(customerForms)

export const PERSON = '10000000146'
export const OTHER_PERSON = '39586528950'
export const COMPANY = '4840847211'

export type Fields = Readonly<Record<string, unknown>>

/** What a client sends to have a person identified. */
export const person = (fields: Fields = {}) => ({
  idNo: PERSON,
  nameSurname: 'Ayşe Işık',
  ...fields,
})

export const everything = {
  idNo: COMPANY,
  nameSurname: 'IŞIK A.Ş.',
  idType: 'company',
  idCardType: 'other',
  customerRelation: { types: 'vekil', nameSurname: 'Ali Işık', idNo: PERSON },
  birthplace: 'Ankara',
  birthday: '1981-02-05',
  phone: '905321234567',
  phone2: '902161234567',
  email: 'info@example.com',
  iban: 'TR330006100519786457841326',
  taxOffice: 'Beyazıt',
  registryNo: '12',
  activityName: 'Kuyumcu',
  naceCode: '47.77',
  countriesCode: 'TR',
  countries: 'Türkiye',
  statesCode: '34',
  states: 'İstanbul',
  cities: 'Fatih',
  address: 'Kalpakçılar Cad. No: 12',
  motherName: 'Fatma',
  fatherName: 'Ali',
  jobName: 'Esnaf',
  isAbroad: false,
  onlyInvoice: true,
}

export const createdIn = (answer: Answer): Static<typeof CreatedForm> => dataOf(CreatedForm, answer)

export const verificationIn = (answer: Answer): Static<typeof Verification> =>
  dataOf(Verification, answer)

export const standingIn = (answer: Answer): Static<typeof CustomerStanding> =>
  dataOf(CustomerStanding, answer)

export const create = async (api: Api, fields: Fields = {}) =>
  createdIn(await api.post('/v1/customers', person(fields)))

export const duplicateOf = (existingId: string) => [
  409,
  'CONFLICT',
  [{ field: 'data.idNo', rule: 'duplicate', existingId }],
]

export const invalid = (...faults: readonly (readonly [field: string, rule: string])[]) => [
  400,
  'VALIDATION_FAILED',
  faults.map(([field, rule]) => ({ field, rule })),
]
