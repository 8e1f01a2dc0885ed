import { Type } from 'typebox'
import { flag, recordId, text } from '#kernel/contract/fields.ts'
import {
  type BankAccountEvent,
  bankAccountEvents,
  bankAccountStream,
} from '#kernel/events/bank-account.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { currency, optional, withDefault } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

/** What the bank knows an account by: of a company's accounts in use, one alone may have it. */
export const referenceInUse = ({
  companyId,
  archived,
  accountRef,
}: Pick<BankAccountEvent['data'], 'companyId' | 'archived' | 'accountRef'>): string | null =>
  archived || accountRef === null ? null : `${companyId}/${accountRef}`

export const bankAccount = lineKind(bankAccountEvents)({
  kind: 'bankAccount',
  schema: Type.Object({
    companyId: recordId(),
    id: recordId(),
    name: text(),
    bankCode: optional(text()),
    iban: optional(text()),
    currency: withDefault(currency(), 'TRY'),
    bank: withDefault(flag(), true),
    archived: withDefault(flag(), false),
    active: withDefault(flag(), true),
    integration: optional(Type.Object({ accountRef: text(200) })),
  }),
  target: ({ companyId, id, archived, integration }) => ({
    companyId,
    stream: bankAccountStream(id),
    namedBy: 'id',
    exclusive: {
      field: 'integration.accountRef',
      value: referenceInUse({ companyId, archived, accountRef: integration?.accountRef ?? null }),
    },
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: (data) => ({
    type: 'BankAccountRecorded',
    data: {
      companyId: data.companyId,
      accountId: data.id,
      name: data.name,
      bankCode: data.bankCode ?? null,
      iban: data.iban ?? null,
      currency: data.currency.toUpperCase(),
      bank: data.bank,
      archived: data.archived,
      active: data.active,
      accountRef: data.integration?.accountRef ?? null,
    },
  }),
})
