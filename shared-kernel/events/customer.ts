import { Type } from 'typebox'
import { type EventOf, eventFamily, internal, personal, publicField } from './event-family.ts'
import { boolean, id, instant, integer, list, oneOf, orNull, string } from './fields.ts'
import { personFields } from './person.ts'

/** What is personal of an account. */
export const CustomerPerson = Type.Object({
  ...personFields,
  name: orNull(string),
  surname: orNull(string),
  ownerName: orNull(string),
  year: orNull(integer),
  cmpNo: orNull(string),
  ibans: list(string),
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
    person: personal(CustomerPerson),
  },
})

export type CustomerEvent = EventOf<typeof customerEvents>
