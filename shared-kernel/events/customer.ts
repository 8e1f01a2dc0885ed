import { Type } from 'typebox'
import { type EventOf, eventFamily, internal, personal, publicField } from './event-family.ts'
import { boolean, id, instant, integer, list, oneOf, orNull, string } from './fields.ts'

const CustomerRelation = Type.Object({
  types: orNull(string),
  nameSurname: orNull(string),
  idNo: orNull(string),
})

const Person = Type.Object({
  idNo: string,
  nameSurname: string,
  phone: orNull(string),
  email: orNull(string),
  nationality: orNull(string),
  countries: orNull(string),
  states: orNull(string),
  cities: orNull(string),
  name: orNull(string),
  surname: orNull(string),
  ownerName: orNull(string),
  birthplace: orNull(string),
  birthday: orNull(string),
  year: orNull(integer),
  phone2: orNull(string),
  taxOffice: orNull(string),
  registryNo: orNull(string),
  cmpNo: orNull(string),
  activityName: orNull(string),
  naceCode: orNull(string),
  countriesCode: orNull(string),
  statesCode: orNull(string),
  address: orNull(string),
  motherName: orNull(string),
  fatherName: orNull(string),
  jobName: orNull(string),
  ibans: list(string),
  customerRelation: orNull(CustomerRelation),
})

export const customerEvents = eventFamily('customer', {
  CustomerRecorded: {
    companyId: publicField(id),
    customerId: publicField(id),
    personRef: publicField(string),
    idType: publicField(oneOf('person', 'company')),
    idCardType: publicField(orNull(oneOf('idCard', 'passport', 'dlCard', 'other'))),
    recordLevel: publicField(orNull(integer)),
    isVerify: publicField(boolean),
    isValid: publicField(boolean),
    isPhoto: publicField(boolean),
    isAbroad: internal(boolean),
    saveType: publicField(orNull(oneOf('bank', 'manual', 'idCard', 'accord'))),
    labels: internal(list(string)),
    bankCodes: internal(list(string)),
    docTypes: internal(list(string)),
    createdDate: publicField(instant),
    lastDate: publicField(orNull(instant)),
    person: personal(Person),
  },
})

export type CustomerEvent = EventOf<typeof customerEvents>
