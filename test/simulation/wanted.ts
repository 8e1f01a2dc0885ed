import { manual as manualInvoice, personOf } from '#test/support/invoices.ts'
import { newPhoneOf, seller } from '#test/support/sellers.ts'
import { manual as manualVoucher } from '#test/support/vouchers.ts'
import type { PlannedClient, Want } from './plan.ts'
import { BANK_ACCOUNT_ID, checkedPerson, outgoing, received, type Transaction } from './setup.ts'

export const createdKinds = ['voucher', 'invoice', 'form', 'check', 'label'] as const
/** What a client can want to be recorded. */
export type CreatedKind = (typeof createdKinds)[number]
export type Kind = CreatedKind | 'bank query'

export interface WantedRecord {
  readonly kind: Kind
  /** Whose it is: an identity number, the number of a label, or an account. */
  readonly of: string
  readonly fields: Readonly<Record<string, unknown>>
  /** What the client does with it then, step by step. */
  readonly becomes?: 'official' | 'deleted' | 'cancelled'
  /** Another one of the same is no mistake. */
  readonly mayBeRepeated?: boolean
}

const VOUCHER = { templateKey: 'alis', amount: 2_500 }
const INVOICE = { templateKey: 'kulce', amount: 100_000 }
const NONE = { amount: undefined, paymentType: undefined }

type Fields = WantedRecord['fields']

/** How each kind is asked for. */
export const asked: Readonly<
  Record<Kind, { readonly path: string; readonly body: (of: string, fields: Fields) => object }>
> = {
  voucher: {
    path: '/v1/expenses',
    body: (idNo, fields) => manualVoucher({ ...VOUCHER, idNo, ...fields }),
  },
  invoice: {
    path: '/v1/invoices',
    body: (idNo, fields) => manualInvoice({ ...INVOICE, idNo, ...fields }),
  },
  form: { path: '/v1/customers', body: (idNo) => ({ idNo, nameSurname: 'Ayşe Işık' }) },
  check: { path: '/v1/compliance/sanction-checks', body: (idNo) => ({ idNo }) },
  label: { path: '/v1/kmts-verifications', body: (scannedCode) => ({ scannedCode }) },
  'bank query': { path: '/v1/bank-queries', body: (accountId) => ({ accountId }) },
}

const personAbout = (kind: number, about: number) => personOf(500_000_000 + kind * 1_000 + about)

function transaction(all: readonly Transaction[], about: number): Transaction {
  const found = all[about - 1]
  if (found === undefined) throw new Error(`no transaction ${about}`)
  return found
}

/** What a client wants, and whose it is. */
export const wantedBy = ({ wants, about, place }: PlannedClient): WantedRecord =>
  wanted[wants](about, place)

const wanted: Readonly<Record<Want, (about: number, place: number) => WantedRecord>> = {
  'a voucher': (about) => ({ kind: 'voucher', of: personAbout(1, about), fields: {} }),
  'a draft': (about) => ({
    kind: 'voucher',
    of: personAbout(2, about),
    fields: { isDraft: true },
  }),
  'another voucher': (_about, place) => ({
    kind: 'voucher',
    of: personAbout(7, place),
    fields: { allowDuplicate: true },
    mayBeRepeated: true,
  }),
  'a voucher of a transaction': (about) => {
    const { id: bankTransactionId, idNo } = transaction(outgoing, about)
    const fields = { source: 'bankTransaction', bankTransactionId, amount: undefined }
    return { kind: 'voucher', of: idNo, fields }
  },
  'an official voucher': (_about, place) => ({
    kind: 'voucher',
    of: personAbout(5, place),
    fields: { isDraft: true, ...seller(newPhoneOf(place)) },
    becomes: 'official',
  }),
  'no draft any more': (_about, place) => ({
    kind: 'voucher',
    of: personAbout(6, place),
    fields: { isDraft: true },
    becomes: 'deleted',
  }),
  // Who wants the same number loses it to the first, or to one who came back.
  'a voucher with a number': (about, place) => ({
    kind: 'voucher',
    of: personAbout(10, place),
    fields: { serial: 'KAPI', number: `${about}` },
  }),
  'no prepared draft any more': (_about, place) => ({
    kind: 'voucher',
    of: personAbout(11, place),
    fields: { isDraft: true, ...seller(newPhoneOf(place)) },
    becomes: 'cancelled',
  }),
  'an invoice': (about) => ({ kind: 'invoice', of: personAbout(3, about), fields: {} }),
  'an invoice draft': (_about, place) => ({
    kind: 'invoice',
    of: personAbout(4, place),
    fields: { allowDuplicate: true, isDraft: true },
    mayBeRepeated: true,
  }),
  'no invoice draft any more': (_about, place) => ({
    kind: 'invoice',
    of: personAbout(9, place),
    fields: { isDraft: true },
    becomes: 'deleted',
  }),
  'an invoice of a transaction': (about) => {
    const { id: bankTransactionId, idNo } = transaction(received, about)
    const fields = { source: 'bankTransaction', bankTransactionId, ...NONE }
    return { kind: 'invoice', of: idNo, fields }
  },
  'a form': (about) => ({ kind: 'form', of: personAbout(8, about % 2), fields: {} }),
  'a sanction check': (_about, place) => ({
    kind: 'check',
    of: checkedPerson(place),
    fields: {},
    mayBeRepeated: true,
  }),
  'a label': (_about, place) => ({
    kind: 'label',
    of: `GR-${place}`,
    fields: {},
    mayBeRepeated: true,
  }),
  'the bank’s bookings': () => ({
    kind: 'bank query',
    of: BANK_ACCOUNT_ID,
    fields: {},
    mayBeRepeated: true,
  }),
}
