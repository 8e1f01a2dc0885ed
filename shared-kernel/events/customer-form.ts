import { Type } from 'typebox'
import { type EventOf, eventFamily, internal, personal, publicField } from './event-family.ts'
import { boolean, id, instant, oneOf, orNull, string } from './fields.ts'

// These shapes are on disk for ever. Change one only by a new version with an upcaster.

const Relation = Type.Object({
  types: orNull(string),
  nameSurname: orNull(string),
  idNo: orNull(string),
})

const Person = Type.Object({
  idNo: string,
  nameSurname: string,
  birthplace: orNull(string),
  birthday: orNull(string),
  nationality: orNull(string),
  phone: orNull(string),
  phone2: orNull(string),
  email: orNull(string),
  iban: orNull(string),
  taxOffice: orNull(string),
  registryNo: orNull(string),
  activityName: orNull(string),
  naceCode: orNull(string),
  countriesCode: orNull(string),
  countries: orNull(string),
  statesCode: orNull(string),
  states: orNull(string),
  cities: orNull(string),
  address: orNull(string),
  motherName: orNull(string),
  fatherName: orNull(string),
  jobName: orNull(string),
  customerRelation: orNull(Relation),
})

/** A form is valid once the stream of its person's forms has accepted it. */
export const customerFormEvents = eventFamily('customerForm', {
  FormSubmitted: {
    companyId: publicField(id),
    formId: publicField(id),
    /** The stream of the person's forms, which may accept the form. */
    forms: internal(string),
    personRef: publicField(string),
    idType: publicField(oneOf('person', 'company')),
    idCardType: publicField(oneOf('idCard', 'passport', 'dlCard', 'other')),
    isAbroad: internal(orNull(boolean)),
    onlyInvoice: internal(orNull(boolean)),
    submittedAt: publicField(instant),
    person: personal(Person),
  },
  /** The panel's present decision; the latest event counts. */
  FormDecided: {
    companyId: publicField(id),
    formId: publicField(id),
    isApproval: publicField(boolean),
    isSigned: publicField(boolean),
    masakStatus: publicField(Type.Integer({ minimum: 0, maximum: 2 })),
    rejected: publicField(boolean),
    deleted: publicField(boolean),
    approvedAt: publicField(orNull(instant)),
    signedAt: publicField(orNull(instant)),
  },
})

export type CustomerFormEvent = EventOf<typeof customerFormEvents>

/** The forms of one person, of which at most one is pending. The stream's name is a keyed hash. */
export const personFormsEvents = eventFamily('personForms', {
  FormTakenUp: { companyId: publicField(id), formId: publicField(id) },
})

export type PersonFormsEvent = EventOf<typeof personFormsEvents>
