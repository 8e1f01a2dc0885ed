import { Type } from 'typebox'
import { DEFAULT_TIME_ZONE } from '#command/dependencies.ts'
import { flag, freeText, instant, recordId, text } from '#kernel/contract/fields.ts'
import { amountFault, bookedStatus } from '#kernel/domain/booked-amount.ts'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import { type Detail, schemaFault } from '#kernel/domain/detail.ts'
import { epochMsOf } from '#kernel/domain/instant.ts'
import { checkedDecimal, type Decimal } from '#kernel/domain/money.ts'
import { orNull } from '#kernel/domain/or-null.ts'
import { keyHolder, personRefOf } from '#kernel/domain/person-name.ts'
import { bankAccountStream } from '#kernel/events/bank-account.ts'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import type { Complete } from '../complete.ts'
import {
  bookedAmount,
  bookedBalance,
  currency,
  decimalOrNull,
  derived,
  identityNumber,
  optional,
  rate,
} from '../fields.ts'
import { lineKind, type Target } from '../kind.ts'
import { stampedRecord, transactionIdOf } from './bank-transaction-stamp.ts'

const counterparty = {
  idNo: optional(identityNumber()),
  nameSurname: optional(text()),
  iban: optional(text()),
  description: optional(freeText()),
  comment: optional(freeText()),
}

export const BankTransaction = Type.Object({
  companyId: recordId(),
  accountId: recordId(),
  stamp: text(),
  incoming: flag(),
  transactionDate: instant(),
  amount: bookedAmount(),
  currency: currency(),
  id: derived(recordId(), 'follows from account and stamp'),
  exchangeRate: optional(rate()),
  balance: optional(bookedBalance()),
  bankCode: optional(text()),
  code: optional(text()),
  ...counterparty,
  status: derived(Type.Integer({ minimum: 0, maximum: 2 }), '0; 2 where the amount is 0'),
  fundsNature: optional(text()),
})

export const bankTransaction = lineKind(bankTransactionEvents)({
  kind: 'bankTransaction',
  schema: BankTransaction,
  between: ({ amount, balance, currency: code }) =>
    Object.entries({ amount, balance }).flatMap(([field, value]) =>
      value === undefined ? [] : decimalsFault(field, checkedDecimal(value), code.toUpperCase()),
    ),
  target: (data): Target => ({
    companyId: data.companyId,
    ...stampedRecord(data),
    ...(data.id === undefined ? {} : { namedBy: 'id' }),
    incoming: data.incoming,
    fixed: {
      field: 'stamp',
      value: factsOf(data),
      otherwise: 'has another amount, currency, direction or day on a line before this one',
    },
    refersTo: {
      companyId: companyStream(data.companyId),
      accountId: bankAccountStream(data.accountId),
    },
  }),
  sealedFor: ({ idNo }) => ({ purpose: 'fiscal', person: keyHolder(idNo) }),
  event: (data, previous, { vault, now }) => ({
    type: 'BankTransactionRecorded',
    data: {
      companyId: data.companyId,
      transactionId: transactionIdOf(data),
      accountId: data.accountId,
      stamp: data.stamp,
      personRef: personRefOf(vault, data.companyId, data.idNo ?? null),
      incoming: data.incoming,
      transactionDate: data.transactionDate,
      amount: checkedDecimal(data.amount),
      currency: data.currency.toUpperCase(),
      exchangeRate: decimalOrNull(data.exchangeRate),
      balance: decimalOrNull(data.balance),
      bankCode: data.bankCode ?? null,
      code: data.code ?? null,
      status: data.status ?? bookedStatus(checkedDecimal(data.amount)),
      fundsNature: data.fundsNature ?? null,
      createdDate: firstRecorded(previous) ?? new Date(now()).toISOString(),
      counterparty: orNull(data, counterparty),
    },
  }),
})

/** What a stamp stands for: a bank's pages are held against the same. */
const factsOf = (data: Complete<typeof BankTransaction>) =>
  JSON.stringify([
    checkedDecimal(data.amount),
    data.currency.toUpperCase(),
    data.incoming,
    dayIn(DEFAULT_TIME_ZONE, epochMsOf(data.transactionDate)),
  ])

const firstRecorded = (previous: BankTransactionEvent | undefined) =>
  previous?.type === 'BankTransactionRecorded' ? previous.data.createdDate : undefined

function decimalsFault(field: string, value: Decimal, code: string): readonly Detail[] {
  const rule = amountFault(value, code)
  return rule === undefined ? [] : [schemaFault(field, rule)]
}
