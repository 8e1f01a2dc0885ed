import { Type } from 'typebox'
import { flag, freeText, instant, recordId, text } from '#kernel/contract/fields.ts'
import { checkedDecimal } from '#kernel/domain/money.ts'
import { orNull } from '#kernel/domain/or-null.ts'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import { companyStream } from '#kernel/platform/key-streams.ts'
import {
  balance,
  currency,
  decimalOrNull,
  derived,
  money,
  optional,
  rate,
  withDefault,
} from '../fields.ts'
import { lineKind, type Target } from '../kind.ts'
import { bankAccountStream } from './bank-account.ts'
import { stampedRecord, transactionIdOf } from './bank-transaction-stamp.ts'

const counterparty = {
  idNo: optional(text()),
  nameSurname: optional(text()),
  iban: optional(text()),
  description: optional(freeText()),
  comment: optional(freeText()),
}

const BankTransaction = Type.Object({
  companyId: recordId(),
  accountId: recordId(),
  stamp: text(),
  incoming: flag(),
  transactionDate: instant(),
  amount: money(),
  currency: currency(),
  id: derived(recordId(), 'follows from account and stamp'),
  exchangeRate: optional(rate()),
  balance: optional(balance()),
  bankCode: optional(text()),
  code: optional(text()),
  ...counterparty,
  status: withDefault(Type.Integer({ minimum: 0, maximum: 2 }), 0),
  fundsNature: optional(text()),
})

export const bankTransaction = lineKind(bankTransactionEvents)({
  kind: 'bankTransaction',
  schema: BankTransaction,
  target: (data): Target => ({
    companyId: data.companyId,
    ...stampedRecord(data),
    ...(data.id === undefined ? {} : { namedBy: 'id' }),
    refersTo: {
      companyId: companyStream(data.companyId),
      accountId: bankAccountStream(data.accountId),
    },
  }),
  sealedFor: ({ idNo }) => ({ purpose: 'fiscal', person: idNo ?? 'unidentified' }),
  event: (data, previous, { vault, now }) => ({
    type: 'BankTransactionRecorded',
    data: {
      companyId: data.companyId,
      transactionId: transactionIdOf(data),
      accountId: data.accountId,
      stamp: data.stamp,
      personRef:
        data.idNo === undefined ? null : vault.pseudonym('person', data.companyId, data.idNo),
      incoming: data.incoming,
      transactionDate: data.transactionDate,
      amount: checkedDecimal(data.amount),
      currency: data.currency.toUpperCase(),
      exchangeRate: decimalOrNull(data.exchangeRate),
      balance: decimalOrNull(data.balance),
      bankCode: data.bankCode ?? null,
      code: data.code ?? null,
      status: data.status,
      fundsNature: data.fundsNature ?? null,
      createdDate: firstRecorded(previous) ?? new Date(now()).toISOString(),
      counterparty: orNull(data, counterparty),
    },
  }),
})

const firstRecorded = (previous: BankTransactionEvent | undefined) =>
  previous?.type === 'BankTransactionRecorded' ? previous.data.createdDate : undefined
