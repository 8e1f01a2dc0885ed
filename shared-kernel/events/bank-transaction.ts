import { type Static, Type } from 'typebox'
import { type EventOf, eventFamily, internal, personal, publicField } from './event-family.ts'
import { boolean, decimal, id, instant, orNull, string } from './fields.ts'

/** The other party of a transaction. */
export const Counterparty = Type.Object({
  idNo: orNull(string),
  nameSurname: orNull(string),
  iban: orNull(string),
  description: orNull(string),
  comment: orNull(string),
})

export const bankTransactionEvents = eventFamily('bankTransaction', {
  BankTransactionRecorded: {
    companyId: publicField(id),
    transactionId: publicField(id),
    accountId: publicField(id),
    stamp: internal(string),
    personRef: publicField(orNull(string)),
    incoming: publicField(boolean),
    transactionDate: publicField(instant),
    amount: publicField(decimal),
    currency: publicField(string),
    exchangeRate: publicField(orNull(decimal)),
    balance: internal(orNull(decimal)),
    bankCode: publicField(orNull(string)),
    code: publicField(orNull(string)),
    status: publicField(Type.Integer({ minimum: 0, maximum: 2 })),
    fundsNature: internal(orNull(string)),
    createdDate: publicField(instant),
    counterparty: personal(Counterparty),
  },
  /** In the stream named by account and stamp, if the import gave the transaction an id of its own. */
  StampAssigned: {
    companyId: publicField(id),
    accountId: publicField(id),
    transactionId: publicField(id),
  },
})

export type Counterparty = Readonly<Static<typeof Counterparty>>
export type BankTransactionEvent = EventOf<typeof bankTransactionEvents>
