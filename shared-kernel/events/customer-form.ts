import { Type } from 'typebox'
import { type EventOf, eventFamily, internal, personal, publicField } from './event-family.ts'
import { boolean, id, instant, oneOf, orNull, string } from './fields.ts'
import { personFields } from './person.ts'

// These shapes are stored permanently. Change one only by a new version with an upcaster.

const Person = Type.Object({ ...personFields, iban: orNull(string) })

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
