import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { boolean, id, orNull, string } from './fields.ts'

export const bankAccountEvents = eventFamily('bankAccount', {
  BankAccountRecorded: {
    companyId: publicField(id),
    accountId: publicField(id),
    name: internal(string),
    bankCode: publicField(orNull(string)),
    iban: internal(orNull(string)),
    currency: publicField(string),
    bank: publicField(boolean),
    archived: publicField(boolean),
    active: publicField(boolean),
    /** The account's name at the bank gateway; null without integration. */
    accountRef: internal(orNull(string)),
  },
})

export const bankAccountStream = (accountId: string): string =>
  `${bankAccountEvents.category}-${accountId}`

export type BankAccountEvent = EventOf<typeof bankAccountEvents>
