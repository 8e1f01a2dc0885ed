import { type Static, Type } from 'typebox'
import { CreatedInvoice, PreviewedInvoice } from '#kernel/contract/invoice-answers.ts'
import { invoices } from '#kernel/records/invoices.ts'
import { detailSchema, itemSchema } from '#kernel/records/response.ts'
import { fault as anyFault, bookedAs, callsOf } from './sellers.ts'
import type { SystemAddresses } from './system.ts'
import { type Answer, type Api, dataOf } from './system-client.ts'
import { type Dealer, type DealerOptions, type Line, newDealer, recordId } from './system-dealer.ts'

export { PERSON } from './vouchers.ts'

import { PERSON } from './vouchers.ts'

const DetailedInvoice = detailSchema(invoices)
const ListedInvoice = itemSchema(invoices)

/** Short times, so that a fault costs a test little. */
export const HASTE = { INTEGRATOR_TIMEOUT_MS: '1000', ATTEMPT_DEADLINE_SECONDS: '2' }

export type Fields = Readonly<Record<string, unknown>>

const usual = {
  active: true,
  serial: 'KUY',
  identityValidationRequired: true,
  minimumAmount: '100.00',
  integrator: 'Uydurma Entegratör',
}

const template = (data: Fields): Line => ({
  kind: 'template',
  data: { id: recordId(), statusType: 'invoice', unitType: 'GRM', material: 'gold', ...data },
})

/** A bracelet of 22 carat with labour for each gram, bullion, a ring that is all taxed, and a coin. */
export const invoiceLines = (isDefault = true): readonly Line[] => [
  { kind: 'price', data: { material: 'gold', price: '5900.00' } },
  { kind: 'price', data: { material: 'usd', price: '42.50' } },
  template({
    key: 'bilezik-22',
    title: '22 ayar bilezik',
    lineName: '22 Ayar Bilezik',
    exchange: '0.916',
    laborType: 'perUnit',
    laborAmount: '120.00',
    stockCode: 'BLZ22',
    isDefault,
    order: 1,
  }),
  template({
    key: 'kulce',
    title: 'Külçe altın',
    lineName: 'Külçe Altın',
    laborDisabled: true,
    order: 2,
  }),
  template({
    key: 'yuzuk',
    title: 'Pırlantalı yüzük',
    lineName: 'Pırlantalı Yüzük',
    laborDisabled: true,
    invoiceType: 'SATIS',
    order: 3,
  }),
  template({
    key: 'dolar',
    title: 'Dolar',
    lineName: 'Amerikan Doları',
    material: 'usd',
    unitType: 'C62',
    order: 4,
  }),
  template({
    key: 'platin',
    title: 'Platin',
    lineName: 'Platin',
    material: 'platin',
    order: 5,
  }),
  template({ key: 'alis', title: 'Alış', lineName: 'Alış', statusType: 'expense', order: 6 }),
]

/** A company that may issue invoices; null: one that has no definitions for them. */
export const invoicingDealer = (
  system: SystemAddresses,
  {
    invoice = {},
    ...options
  }: Omit<DealerOptions, 'invoice'> & { readonly invoice?: Fields | null } = {},
) =>
  newDealer(system, {
    lines: invoiceLines(),
    ...options,
    ...(invoice === null ? {} : { invoice: { ...usual, ...invoice } }),
  })

/** 100 000 lira that came in from a person. */
export const received = (dealer: Dealer, data: Fields = {}) =>
  dealer.transaction({
    incoming: true,
    amount: '100000.00',
    idNo: PERSON,
    nameSurname: 'Ayşe Yılmaz',
    ...data,
  })

/** What a client sends for a sale over the counter. */
export const manual = (fields: Fields = {}) => ({
  source: 'manual',
  idNo: PERSON,
  nameSurname: 'Ayşe Yılmaz',
  amount: 100_000,
  paymentType: 'other',
  ...fields,
})

export const fromBank = (bankTransactionId: string, fields: Fields = {}) => ({
  source: 'bankTransaction',
  bankTransactionId,
  ...fields,
})

export const create = (api: Api, fields: Fields, key?: string) =>
  api.post('/v1/invoices', fields, key === undefined ? {} : { 'idempotency-key': key })

export type Created = Static<typeof CreatedInvoice>

export const createdIn = (answer: Answer): Created => dataOf(CreatedInvoice, answer)
export const previewIn = (answer: Answer) => dataOf(PreviewedInvoice, answer)

const Deleted = Type.Object({
  id: Type.String(),
  target: Type.String(),
  channel: Type.Union([Type.String(), Type.Null()]),
  deleted: Type.Boolean(),
})
export const deletedIn = (answer: Answer) => dataOf(Deleted, answer)

export const detailIn = (answer: Answer) => dataOf(DetailedInvoice, answer)

const List = Type.Array(ListedInvoice)

/** All that the company has issued. */
export const issuedBy = async ({ api }: Pick<Dealer, 'api'>) =>
  dataOf(List, await api.get('/v1/invoices?pageSize=100'))

/** The next call of that operation fails so. */
export const fault = anyFault

export const clearFaults = ({ sandboxUrl }: SystemAddresses) =>
  fetch(`${sandboxUrl}/__sandbox/faults`, { method: 'DELETE' })

/** How often the integrator was called for a document. */
export const callsFor = async (
  system: SystemAddresses,
  operation: Parameters<typeof callsOf>[1],
  uuid: string | null | undefined,
) => (await callsOf(system, operation)).filter((call) => call.uuid === uuid).length

export const booked = bookedAs

let people = 0

/** A valid identity number that was not used before. */
export function newPerson(): string {
  people += 1
  return personOf(300_000_000 + people)
}

/** The identity number that begins with nine digits. */
export function personOf(nineDigits: number): string {
  const nine = String(nineDigits).split('').map(Number)
  const sumOf = (isOdd: boolean) =>
    nine.reduce((sum, digit, at) => ((at % 2 === 0) === isOdd ? sum + digit : sum), 0)
  const tenth = (((sumOf(true) * 7 - sumOf(false)) % 10) + 10) % 10
  const eleventh = (nine.reduce((sum, digit) => sum + digit, 0) + tenth) % 10
  return `${nine.join('')}${tenth}${eleventh}`
}

/** The document that a refusal names. */
export const uuidIn = ({ error }: Answer) => error?.details[0]?.uuid ?? 'no uuid'
