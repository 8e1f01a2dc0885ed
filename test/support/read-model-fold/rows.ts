import { boughtMetal } from '#kernel/domain/fine-metal.ts'
import { turkishOrder } from '#kernel/domain/turkish-order.ts'
import { fold } from '#kernel/domain/turkish-text.ts'
import type { BankAccountEvent } from '#kernel/events/bank-account.ts'
import type { BankTransactionEvent } from '#kernel/events/bank-transaction.ts'
import type { CustomerEvent } from '#kernel/events/customer.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { PriceEvent, TemplateEvent } from '#kernel/events/reference-data.ts'
import { noDocument } from './document.ts'
import { columns, micros, type Row } from './values.ts'

type Transaction = Extract<BankTransactionEvent, { type: 'BankTransactionRecorded' }>['data']
type Drafted = Extract<ExpenseVoucherEvent, { type: 'VoucherDrafted' }>['data']

/** What a forgotten person leaves: the same columns, all empty. */
export const unlessForgotten = (personal: object, emptied: readonly string[]): Row =>
  'forgotten' in personal
    ? Object.fromEntries(emptied.map((name) => [name, null]))
    : columns(personal)

export const searchable = (name: unknown) => fold(typeof name === 'string' ? name : '')

export function templateRow({ templateId: id, order, lineName, ...rest }: TemplateEvent['data']) {
  return {
    ...columns({ ...rest, id, lineName }),
    sort_order: order,
    line_name_folded: searchable(lineName),
  }
}

/** Of the prices that were told, and are not carried by the event itself, the last one that has begun, and all later ones. */
export function priceRow(
  { material, inForce, toCome, price, at }: PriceEvent['data'],
  before: Row | undefined,
  { recordedAt }: EventMetadata,
): Row {
  if (toCome !== null) return { material, in_force: inForce, to_come: toCome }
  const told = new Map(pricesIn(before).map((one) => [one.at, one]))
  told.set(at, { price, at })
  const all = [...told.values()].toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const in_force = all.findLast((one) => one.at <= recordedAt) ?? null
  return { material, in_force, to_come: all.filter((one) => one.at > recordedAt) }
}

const pricesIn = (row: Row | undefined) =>
  [row?.['in_force'], row?.['to_come']].flat().filter(isPrice)

const isPrice = (value: unknown): value is { readonly price: string; readonly at: string } =>
  typeof value === 'object' && value !== null && 'at' in value

/** When a template was deleted, or became passive after it had been in use. */
export function templateLeftAt(
  { deleted, statusType }: TemplateEvent['data'],
  before: Row | undefined,
  { recordedAt }: EventMetadata,
): unknown {
  const isPassive = statusType === 'passive'
  if (!deleted && !isPassive) return null
  const wasDeleted = before?.['deleted'] === true
  const wasPassive = !wasDeleted && before?.['status_type'] === 'passive'
  if (deleted ? wasDeleted : wasPassive) return before?.['left_at']
  return before === undefined && !deleted ? null : `${micros(recordedAt)}`
}

export function accountRow({ accountId: id, ...rest }: BankAccountEvent['data']) {
  const name_sort = turkishOrder(rest.name)
  return { ...columns({ ...rest, id }), name_sort, integrated: rest.accountRef !== null }
}

const PERSON =
  'id_no name_surname phone email nationality countries states cities name surname owner_name birthplace birthday year phone2 tax_office registry_no cmp_no activity_name nace_code countries_code states_code address mother_name father_name job_name customer_relation'

export function customerRow({ customerId: id, person, ...rest }: CustomerEvent['data']): Row {
  const personal = { ibans: [], ...unlessForgotten(person, PERSON.split(' ')) }
  const name = Reflect.get(personal, 'name_surname')
  const isGone = 'forgotten' in person
  return {
    ...columns({ ...rest, id }),
    ...personal,
    name_folded: searchable(name),
    name_sort: turkishOrder(typeof name === 'string' ? name : ''),
    forgotten: isGone,
  }
}

const COUNTERPARTY = ['id_no', 'name_surname', 'iban', 'description', 'comment']

/** Without what a voucher makes of it. */
export function transactionRow({ transactionId: id, counterparty, ...rest }: Transaction): Row {
  const personal = unlessForgotten(counterparty, COUNTERPARTY)
  const name_folded = searchable(personal['name_surname'])
  return { ...columns({ ...rest, id }), ...personal, name_folded, recorded_status: rest.status }
}

const SELLER = 'tax_number name tax_office address district city phone mail web_site country'

export function voucherRow(drafted: Drafted): Row {
  const { voucherId: id, seller, template, description, ...rest } = drafted
  const { tax_number: id_no, ...personal } = unlessForgotten(seller, SELLER.split(' '))
  const { material, lineName, key, title } = template
  const hidden = ['claims', 'given_number', 'purity', 'time_zone', 'day']
  return {
    ...without(columns({ ...rest, id }), hidden),
    ...columns({ templateId: template.id, templateKey: key, templateTitle: title }),
    ...columns({ templateLineName: lineName, templateMaterial: material }),
    fine_grams: boughtMetal({ ...rest, material }).fineGrams,
    ...personal,
    id_no,
    name_folded: searchable(personal['name']),
    description: typeof description === 'string' ? description : null,
    ...noDocument,
    ...(rest.documentMode === 'electronic'
      ? { state: 'draft', provider_status: 'unknown' }
      : { state: null }),
  }
}

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
