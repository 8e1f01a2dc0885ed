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

/** An account with what its events before the last one say. */
export interface KnownBankAccount extends Readonly<BankAccountEvent['data']> {
  /** All references that it has had. */
  readonly references: readonly string[]
  /** Since when the bank is asked, or not asked, about it as it is now. */
  readonly askedSince: string
}

/** Under which reference a bank is asked about an account; null: it is not. */
export const askedReference = ({
  bank,
  archived,
  accountRef,
}: Pick<KnownBankAccount, 'bank' | 'archived' | 'accountRef'>): string | null =>
  bank && !archived ? accountRef : null
