import { Type } from 'typebox'
import type { Noun, Subject } from '#audit/nouns.ts'
import { recordIdOfUuid } from '#kernel/domain/document-uuid.ts'
import { addAccount, book, booking, query } from '#test/support/banks.ts'
import { person } from '#test/support/forms.ts'
import * as invoices from '#test/support/invoices.ts'
import { ask, verificationIn } from '#test/support/kmts-queries.ts'
import * as checks from '#test/support/sanction-checks.ts'
import { documentIn, newDraft, untilCode } from '#test/support/sellers.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Answer, dataOf } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, fromBank, manual, PERSON, templateLine } from '#test/support/vouchers.ts'

/** Where the API shows a record of a noun. */
const paths: Readonly<Record<Exclude<Noun, 'company'>, string>> = {
  'expense-voucher': '/v1/expenses',
  invoice: '/v1/invoices',
  'kmts-verification': '/v1/kmts-verifications',
  'sanction-check': '/v1/compliance/sanction-checks',
  customer: '/v1/customers',
  'customer-form': '/v1/compliance/verifications',
  'bank-account': '/v1/bank-accounts',
  'bank-transaction': '/v1/bank-transactions',
}

/** What the API answers of a record now; undefined for a 404. */
export async function answerOf({ api }: Dealer, { noun, id }: Subject): Promise<unknown> {
  if (noun === 'company') throw new Error('the API shows no company')
  const { status, data } = await api.get(`${paths[noun]}/${id}`)
  if (status === 404) return undefined
  if (status !== 200) throw new Error(`${noun} ${id}: ${status}`)
  return data
}

/** What a shop does in a day, each by its name; the result names what it makes and changes. */
export type Deed = (typeof deeds)[number]
export const deeds = [
  'buys gold',
  'drafts a purchase',
  'finalizes a draft',
  'buys gold officially',
  'deletes a draft',
  'receives money',
  'pays for gold by bank',
  'sells gold',
  'deletes an invoice draft',
  'asks the register',
  'checks a person',
  'knows a customer',
  'changes a customer',
  'writes into the register of customers',
  'takes down a form',
  'decides a form',
  'asks the bank',
  'archives an account',
] as const

const Id = Type.Object({ id: Type.String() })
const idIn = (answer: Answer) => dataOf(Id, answer).id
const amounts = Array.from({ length: 9 }, (_, index) => 65_000 + index)

/** What a shop needs to do all of them. */
export const shopDealer = (system: SystemAddresses) =>
  newDealer(system, {
    company: { kmtsEnabled: true },
    eDocument: {
      enabled: true,
      environment: 'test',
      companyTaxNumber: '4840847211',
      serial: 'KUY',
    },
    invoice: { active: true, serial: 'KUY', identityValidationRequired: true },
    lines: [
      ...invoices.invoiceLines(),
      templateLine({ key: 'has-altin', statusType: 'expense', isDefault: true }),
    ],
  })

/** A dealer who has done nothing yet; `known` are all records that there are by now. */
export function shopOf(system: SystemAddresses, dealer: Dealer) {
  const known: Subject[] = []
  const open = { drafts: [] as string[], invoiceDrafts: [] as string[], forms: [] as string[] }
  const { api } = dealer
  let turn = 0
  const customerId = recordId()
  const add = (noun: Noun, id: string) => {
    if (!known.some((one) => one.id === id)) known.push({ noun, id })
    return id
  }
  const amount = () => (amounts[turn % amounts.length] ?? 1) + turn

  const customer = (nameSurname: string) =>
    dealer.import({
      kind: 'customer',
      data: { id: add('customer', customerId), idNo: PERSON, nameSurname, recordLevel: 2 },
    })

  const acts: Readonly<Record<Deed, () => Promise<unknown>>> = {
    'buys gold': async () => {
      add(
        'expense-voucher',
        createdIn(await api.post('/v1/expenses', manual({ amount: amount() }))).id,
      )
    },
    'drafts a purchase': async () => {
      const request = manual({ amount: amount(), isDraft: true })
      open.drafts.push(
        add('expense-voucher', createdIn(await api.post('/v1/expenses', request)).id),
      )
    },
    'finalizes a draft': async () => {
      const id = open.drafts.shift()
      if (id !== undefined) await api.post(`/v1/expenses/${id}/finalize`, {})
    },
    'buys gold officially': async () => {
      const draft = await newDraft(system, dealer, { amount: amount() })
      add('expense-voucher', draft.id)
      documentIn(await draft.confirm(await untilCode(draft)))
    },
    'deletes a draft': async () => {
      const id = open.drafts.shift()
      if (id !== undefined) await api.delete(`/v1/expenses/${id}`)
    },
    'receives money': async () => {
      add('bank-transaction', await invoices.received(dealer, { amount: `${amount()}.00` }))
    },
    'pays for gold by bank': async () => {
      const transaction = add(
        'bank-transaction',
        await dealer.transaction({ idNo: PERSON, amount: `${amount()}.00` }),
      )
      add('expense-voucher', createdIn(await api.post('/v1/expenses', fromBank(transaction))).id)
    },
    'sells gold': async () => {
      const transaction = add(
        'bank-transaction',
        await invoices.received(dealer, { amount: `${amount()}.00` }),
      )
      const isDraft = turn % 2 === 0
      const created = await invoices.create(api, invoices.fromBank(transaction, { isDraft }))
      const { uuid } = invoices.createdIn(created)
      if (uuid === null) return
      add('invoice', recordIdOfUuid(uuid) ?? '')
      if (isDraft) open.invoiceDrafts.push(uuid)
    },
    'deletes an invoice draft': async () => {
      const uuid = open.invoiceDrafts.shift()
      if (uuid !== undefined) await api.delete(`/v1/invoices/${uuid}`)
    },
    'asks the register': async () => {
      const code = ['KMV', 'KMN', 'KMX'][turn % 3] ?? ''
      add('kmts-verification', verificationIn(await ask(api, `${code}${recordId()}`)).id)
    },
    'checks a person': async () => {
      await checks.check(api, { idNo: PERSON })
      const [listed] = checks.listIn(await api.get(checks.PATH))
      if (listed !== undefined) add('sanction-check', listed.id)
    },
    'knows a customer': () => customer('Ayşe Işık'),
    'changes a customer': () => customer(`Ayşe Işık ${turn}`),
    'writes into the register of customers': () =>
      dealer.import({
        kind: 'customerEvent',
        data: {
          id: recordId(),
          eventDate: '2026-11-20T09:45:00Z',
          idNo: PERSON,
          recordLevel: 3,
          comment: `Not ${turn}`,
        },
      }),
    'takes down a form': async () => {
      const id = idIn(await api.post('/v1/customers', person({ idNo: idNumber(turn) })))
      open.forms.push(add('customer-form', id))
    },
    'decides a form': async () => {
      const formId = open.forms.shift()
      if (formId === undefined) return
      const data = { formId, isApproval: true, isSigned: true, masakStatus: 1 }
      await dealer.import({ kind: 'formDecision', data })
    },
    'asks the bank': async () => {
      const { accountRef, bankAccountId } = await addAccount(dealer)
      add('bank-account', bankAccountId)
      await book(system, accountRef, [booking(`S-${recordId()}`)])
      await query(api, { accountId: bankAccountId })
    },
    'archives an account': async () => {
      const account = known.find(({ noun }) => noun === 'bank-account')
      if (account === undefined) return
      const data = { id: account.id, name: 'Eski hesap', archived: true }
      await dealer.import({ kind: 'bankAccount', data })
    },
  }

  return {
    dealer,
    known,
    async does(deed: Deed) {
      turn += 1
      await acts[deed]()
    },
  }
}

/** A valid identity number for each turn. */
function idNumber(turn: number): string {
  const digits = String(100_000_000 + turn * 7)
    .split('')
    .map(Number)
  const at = (place: number) => digits[place] ?? 0
  const odd = at(0) + at(2) + at(4) + at(6) + at(8)
  const even = at(1) + at(3) + at(5) + at(7)
  const tenth = (((odd * 7 - even) % 10) + 10) % 10
  const eleventh = (digits.reduce((sum, digit) => sum + digit, 0) + tenth) % 10
  return [...digits, tenth, eleventh].join('')
}
