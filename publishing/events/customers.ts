import { customerEvents } from '#kernel/events/customer.ts'
import { registerEvents } from '#kernel/events/customer-event.ts'
import { customerFormEvents, personFormsEvents } from '#kernel/events/customer-form.ts'
import { decided, published } from './decision.ts'
import { count, flag, id, moment, oneOf, orNull, personRef } from './shapes.ts'

const topic = 'sarraf.customers.v1'
const formId = id('The form.')
const person = orNull(personRef())
const idType = oneOf('A natural person, or a company.', ['person', 'company'])
const idCard = oneOf('The identity document.', ['idCard', 'passport', 'dlCard', 'other'])
const recordLevel = count('0 no record, 1 normal, 2 safe, 3 risky, 4 banned.')

export const customers = decided(
  customerEvents,
  { topic, noun: 'customer', subjectOf: ({ data }) => data.customerId },
  {
    CustomerRecorded: published({
      when: 'The current data of a customer, new or changed. The latest event counts.',
      fields: {
        customerId: id('The customer.'),
        personRef: person,
        idType,
        idCardType: orNull(idCard),
        recordLevel: orNull(recordLevel),
        isVerify: flag('Whether the identity is verified.'),
        isValid: flag('Whether the record is complete and valid.'),
        isPhoto: flag('Whether there is a photo.'),
        saveType: orNull(
          oneOf('The origin of the record.', ['bank', 'manual', 'idCard', 'accord']),
        ),
        createdDate: moment('When the customer was first recorded.'),
        lastDate: orNull(moment('The date of the latest business with the customer.')),
      },
    }),
  },
)

const formNoun = 'customer-form'

export const customerForms = decided(
  customerFormEvents,
  { topic, noun: formNoun, subjectOf: ({ data }) => data.formId },
  {
    FormSubmitted: published({
      when: 'A form for a new customer was submitted. It counts only after FormTakenUp.',
      fields: {
        formId,
        personRef: person,
        idType,
        idCardType: idCard,
        submittedAt: moment('When it was submitted.'),
      },
    }),
    FormDecided: published({
      when: 'The back office’s current decision about a form. The latest event counts.',
      fields: {
        formId,
        isApproval: flag('Approved.'),
        isSigned: flag('Signed.'),
        masakStatus: count('MASAK check: 0 not made, 1 no problem, 2 problematic.'),
        rejected: flag('Rejected.'),
        deleted: flag('Deleted.'),
        approvedAt: orNull(moment('When it was approved.')),
        signedAt: orNull(moment('When it was signed.')),
      },
    }),
  },
)

export const personForms = decided(
  personFormsEvents,
  { topic, noun: formNoun, subjectOf: ({ data }) => data.formId },
  {
    FormTakenUp: published({
      when: 'The form counts from here on. A form without this event was refused, because an earlier form of the same person is still open.',
      fields: { formId },
    }),
  },
)

export const register = decided(
  registerEvents,
  { topic, noun: 'customer-event', subjectOf: ({ data }) => data.registerEventId },
  {
    RegisterEventRecorded: published({
      when: 'The current data of a customer event (sicil), new or changed. The latest event counts.',
      fields: {
        registerEventId: id('The entry.'),
        customerId: orNull(id('The customer whom it is about; null if unknown.')),
        personRef: person,
        eventDate: moment('The date of the entry.'),
        recordLevel,
      },
    }),
  },
)
