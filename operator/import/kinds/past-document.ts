import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { transactionClaimStream } from '#command/claims/claiming.ts'
import { flag, freeText, instant, oneOf, recordId, text } from '#kernel/contract/fields.ts'
import { type Detail, schemaFault } from '#kernel/domain/detail.ts'
import { checkedDecimal, toMoney } from '#kernel/domain/money.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { orNull } from '#kernel/domain/or-null.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { bankTransactionStream } from '#kernel/platform/recording/bank-transaction-id.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { MATERIALS } from '#kernel/records/templates.ts'
import {
  derived,
  identityNumber,
  lastChange,
  optional,
  pastMoment,
  withDefault,
} from '../fields.ts'
import type { Target, Unique } from '../kind.ts'
import type { PastDocument } from '../past-document.ts'

// What lines of vouchers and invoices of the past have in common.

const party = {
  name: optional(text()),
  taxOffice: optional(text()),
  address: optional(freeText()),
  district: optional(text()),
  city: optional(text()),
  phone: optional(text()),
  mail: optional(text()),
  webSite: optional(text()),
  country: optional(text()),
}

export const pastFields = {
  companyId: recordId(),
  id: recordId(),
  serial: text(50),
  transactionDate: pastMoment(),
  idNo: identityNumber(),
  uuid: optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
      description: 'a uuid',
    }),
  ),
  cancelled: withDefault(flag(), false),
  cancelledAt: derived(instant(), 'the same as `transactionDate`, if `cancelled`'),
  bankTransactionId: optional(recordId()),
  environment: withDefault(oneOf('test', 'live'), 'live'),
  nameSurname: optional(text()),
  customer: optional(Type.Object(party)),
  material: optional(oneOf(...MATERIALS)),
  template: optional(Type.Object({ key: text(), title: text() })),
  description: optional(freeText()),
  currentCode: optional(text()),
  createdAt: derived(instant(), 'not used'),
  updatedAt: lastChange(),
}

interface PastLine {
  readonly companyId: string
  readonly id: string
  readonly serial: string
  readonly idNo: string
  readonly uuid?: string
  readonly transactionDate: string
  readonly cancelled: boolean
  readonly cancelledAt?: string
  readonly bankTransactionId?: string
  readonly environment: 'test' | 'live'
  readonly nameSurname?: string
  readonly customer?: Readonly<Record<string, string>>
  readonly material?: string
  readonly template?: { readonly key: string; readonly title: string }
  readonly description?: string
  readonly currentCode?: string
}

/** Fields that do not fit together. */
export const pastFaults = ({ cancelled, cancelledAt }: PastLine): readonly Detail[] =>
  cancelledAt !== undefined && !cancelled ? [schemaFault('cancelled', 'required')] : []

/** The bank transaction that the document uses: a cancelled one uses none. */
export const transactionOf = ({ bankTransactionId, cancelled }: PastLine) =>
  cancelled ? undefined : bankTransactionId

export const transactionClaimIn = ({ bankTransactionId }: PastLine) =>
  bankTransactionId === undefined ? null : transactionClaimStream(bankTransactionId)

export const uniqueOf = (
  field: string,
  value: string | null | undefined,
  column: Unique['column'],
): readonly Unique[] => (value == null ? [] : [{ field, value, column }])

/** What a document of the past takes, but for its number. */
export const pastClaims = (data: PastLine, amount: string | number) => ({
  companyId: data.companyId,
  documentId: data.id,
  party: data.idNo,
  transactionDate: data.transactionDate,
  amount: toMoney(checkedDecimal(amount)),
  bankTransactionId: data.bankTransactionId ?? null,
  isCancelled: data.cancelled,
})

export function pastTarget(past: PastDocument): Target {
  const { companyId, kind, documentId, bankTransactionId: transaction } = past
  const booking = transaction && { bankTransactionId: bankTransactionStream(transaction) }
  return {
    companyId,
    stream: `${kind}-${documentId}`,
    namedBy: 'id',
    refersTo: { companyId: companyStream(companyId), ...booking },
    past,
  }
}

export const uuidOf = ({ uuid }: Pick<PastLine, 'uuid'>) => uuid?.toLowerCase() ?? null

/** What the events of both kinds have. */
export const pastContent = (data: PastLine, lineName: string) => ({
  source: data.bankTransactionId === undefined ? ('manual' as const) : ('bankTransaction' as const),
  bankTransactionId: data.bankTransactionId ?? null,
  uuid: uuidOf(data),
  transactionDate: data.transactionDate,
  cancelledAt: data.cancelled ? (data.cancelledAt ?? data.transactionDate) : null,
  template: {
    id: '',
    key: data.template?.key ?? '',
    title: data.template?.title ?? '',
    lineName,
    material: data.material ?? '',
  },
  description: data.description ?? null,
  currentCode: data.currentCode ?? null,
})

export function partyIn({ idNo, nameSurname, customer = {} }: PastLine) {
  const given: Readonly<Record<string, string | undefined>> = customer
  const { name, ...others } = orNull(given, party)
  return { taxNumber: normalNumber(idNo), ...others, name: name ?? nameSurname ?? null }
}

/** Refuses a line that says otherwise what a document has been entered under, or takes a cancellation back. */
export async function refuseOther<Data extends { readonly cancelledAt: string | null }>(
  before: Data,
  now: Data,
  {
    fixed,
    isCancelled,
  }: {
    /** The fields of the line, by those of the event that cannot change. */
    readonly fixed: Readonly<Partial<Record<keyof Data & string, string>>>
    readonly isCancelled: () => Promise<boolean>
  },
): Promise<void> {
  if (isDeepStrictEqual(before, now)) return
  const [was, is] = [before, now].map((data) => new Map(Object.entries(data)))
  for (const [name, field] of Object.entries(fixed)) {
    if (isDeepStrictEqual(was?.get(name), is?.get(name))) continue
    throw new CommandError(`${field}: is not what was imported before, and cannot change`)
  }
  if (now.cancelledAt === null && (await isCancelled())) {
    throw new CommandError('cancelled: cannot be taken back')
  }
}
