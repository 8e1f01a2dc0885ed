import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { boolean, id, orNull, string } from './fields.ts'

export const bankAccountEvents = eventFamily('bankAccount', {
  BankAccountRecorded: {
    companyId: publicField(id),
    accountId: publicField(id),
    name: internal(string),
    bankCode: internal(orNull(string)),
    iban: internal(orNull(string)),
    currency: internal(string),
    bank: internal(boolean),
    archived: internal(boolean),
    active: internal(boolean),
    /** The account's name at the bank gateway; null without integration. */
    accountRef: internal(orNull(string)),
  },
})

export type BankAccountEvent = EventOf<typeof bankAccountEvents>
