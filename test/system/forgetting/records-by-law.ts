import { randomUUID } from 'node:crypto'
import { addAccount, book, booking, query } from '#test/support/banks.ts'
import { registerLine } from '#test/support/customer-lines.ts'
import { deletedIn, createdIn as invoiceIn, manual as sale } from '#test/support/invoices.ts'
import { ask } from '#test/support/kmts-queries.ts'
import { check } from '#test/support/sanction-checks.ts'
import { documentIn, messagesTo, newDraft } from '#test/support/sellers.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import type { Dealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import type { Canaries } from './canaries.ts'

/** All that the law wants kept of a person. */
export async function recordByLaw(
  system: SystemAddresses,
  dealer: Dealer,
  { canaries, idNo }: { readonly canaries: Canaries; readonly idNo: string },
) {
  const comment = canaries.of('register').word('comment')
  await dealer.import(registerLine({ idNo, comment }))
  await transactions(system, dealer, { canaries, idNo })
  await checks(dealer, canaries, idNo)
  await vouchers(dealer, canaries, idNo)
  await electronicVoucher(system, dealer, { canaries, idNo })
  await invoices(dealer, canaries, idNo)
  await ask(dealer.api, `KMV${canaries.of('kmts').number('code')}`)
}

interface About {
  readonly canaries: Canaries
  readonly idNo: string
}

async function transactions(system: SystemAddresses, dealer: Dealer, { canaries, idNo }: About) {
  const counterparty = (record: string) => {
    const { word, number } = canaries.of(record)
    return {
      idNo,
      nameSurname: word('nameSurname'),
      iban: `TR33${number('iban')}`,
      description: word('description'),
      comment: word('comment'),
    }
  }
  await dealer.transaction(counterparty('importedTransaction'))
  const { accountRef } = await addAccount(dealer)
  await book(system, accountRef, [booking('canary-1', counterparty('bookedTransaction'))])
  await query(dealer.api)
}

async function checks({ api }: Dealer, canaries: Canaries, idNo: string) {
  const { word } = canaries.of('check')
  await check(api, { idNo })
  await check(api, { idNo, fullName: word('fullName'), surname: word('surname') })
}

const partyOf = (canaries: Canaries, record: string) => {
  const { word, number } = canaries.of(record)
  return {
    nameSurname: `${word('nameSurname')} ${word('nameSurname')}`,
    customerInfo: {
      taxOffice: word('taxOffice'),
      address: word('address'),
      cities: word('cities'),
      states: word('states'),
      phone: number('phone'),
      email: `${word('email')}@example.com`,
    },
    description: word('description'),
  }
}

async function vouchers({ api }: Dealer, canaries: Canaries, idNo: string) {
  const create = async (record: string, fields: object) => {
    const content = { idNo, amount: 900, allowDuplicate: true, ...partyOf(canaries, record) }
    const headers = { 'idempotency-key': randomUUID() }
    return createdIn(await api.post('/v1/expenses', manual({ ...content, ...fields }), headers)).id
  }
  await create('finalVoucher', {})
  await create('draftVoucher', { isDraft: true })
  await api.delete(`/v1/expenses/${await create('deletedVoucher', { isDraft: true })}`)
  const preview = manual({ idNo, ...partyOf(canaries, 'previewedVoucher') })
  await api.post('/v1/expenses/preview', preview)
}

async function electronicVoucher(
  system: SystemAddresses,
  dealer: Dealer,
  { canaries, idNo }: About,
) {
  const { customerInfo, ...party } = partyOf(canaries, 'electronicVoucher')
  // A seller's phone has to be one to which a message can be sent.
  const phone = canaries.of('electronicVoucher').named('phone', '905327316459')
  const draft = await newDraft(system, dealer, {
    idNo,
    ...party,
    customerInfo: { ...customerInfo, phone },
  })
  documentIn(await draft.prepare())
  documentIn(await draft.sms())
  const [message] = await messagesTo(system, phone)
  documentIn(await draft.confirm(message?.code ?? 'no code'))
}

async function invoices({ api }: Dealer, canaries: Canaries, idNo: string) {
  const create = async (record: string, fields: object) => {
    const content = { idNo, amount: 7_500, allowDuplicate: true, ...partyOf(canaries, record) }
    const headers = { 'idempotency-key': randomUUID() }
    return invoiceIn(await api.post('/v1/invoices', sale({ ...content, ...fields }), headers))
  }
  await create('issuedInvoice', {})
  await create('draftInvoice', { isDraft: true })
  const deleted = await create('deletedInvoice', { isDraft: true })
  deletedIn(await api.delete(`/v1/invoices/${deleted.uuid}`))
  const preview = sale({ idNo, ...partyOf(canaries, 'previewedInvoice') })
  await api.post('/v1/invoices/preview', preview)
}
