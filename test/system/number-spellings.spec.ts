import { expect, test } from 'vitest'
import { customerLine, registerLine } from '#test/support/customer-lines.ts'
import * as forms from '#test/support/forms.ts'
import * as invoices from '#test/support/invoices.ts'
import * as kmts from '#test/support/kmts-queries.ts'
import { check } from '#test/support/sanction-checks.ts'
import { documentIn, electronicDealer, newDraft } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, detailIn, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

const TCKN = '53620197834'

/** A stored number, and what others may write of it. */
const numbers: readonly (readonly [stored: string, spellings: readonly string[]])[] = [
  ['U01234567', ['U01234567', 'u01234567', 'U 01234567', 'U-01234567', 'ü.0123/4567']],
  ['AB 98 76543', ['AB9876543', 'ab 98 76543', 'AB-98-76543', 'AB 98 76543']],
  [TCKN, [TCKN, '536 201 978 34', '536.201.978.34']],
]
const spelled = numbers.flatMap(([stored, spellings]) =>
  spellings.map((spelling) => [stored, spelling] as const),
)
const query = (idNo: string) => encodeURIComponent(idNo)

test.each(spelled)('who is stored as %s is found as %s', async (stored, spelling) => {
  const { api, ...dealer } = await newDealer(system)
  const [customerId, event] = [recordId(), recordId()]
  await dealer.import(
    customerLine({ id: customerId, idNo: stored, recordLevel: 3 }),
    registerLine({ id: event, idNo: stored, recordLevel: 3 }),
  )
  const standing = forms.standingIn(await api.get(`/v1/customers/check?idNo=${query(spelling)}`))
  expect(standing).toMatchObject({
    exists: true,
    recordLevel: 3,
    customer: { id: customerId, idNo: stored },
    events: [{ id: event, idNo: stored }],
  })
  expect(await check(api, { idNo: spelling })).toMatchObject({
    summary: { hasCustomer: true, customerEventCount: 1 },
  })
  const events = `/v1/compliance/customer-events?filter[idNo]=${query(spelling)}`
  expect((await api.get(events)).data).toMatchObject([{ id: event, idNo: stored }])
})

test.each(numbers)(
  'of %s there is one open form, in whatever spelling',
  async (idNo, spellings) => {
    const { api } = await newDealer(system)
    const submit = (spelling: string) => api.post('/v1/customers', forms.person({ idNo: spelling }))
    const { id } = forms.createdIn(await submit(idNo))
    const list = '/v1/compliance/verifications?filter[idNo]='
    for (const spelling of spellings) {
      expect(refusal(await submit(spelling))).toEqual(forms.duplicateOf(id))
      expect((await api.get(`${list}${query(spelling)}`)).data).toMatchObject([{ id, idNo }])
    }
    expect((await api.get(`${list}${query(idNo.slice(0, -1))}`)).data).toEqual([])
  },
)

test('the same day, number and amount is a duplicate in any spelling', async () => {
  const { api } = await newDealer(system)
  const sold = (idNo: string) =>
    api.post('/v1/expenses', manual({ idNo, transactionDate: '2026-11-20T09:00:00Z' }))
  const { id } = createdIn(await sold('536 201 978 34'))
  expect(detailIn(await api.get(`/v1/expenses/${id}`))).toMatchObject({ idNo: TCKN })
  for (const spelling of [TCKN, '536.201.97834', '536 201 978 34']) {
    expect(refusal(await sold(spelling))).toEqual(forms.duplicateOf(id))
    const found = await api.get(`/v1/expenses?filter[idNo]=${query(spelling)}`)
    expect(found.data).toMatchObject([{ id }])
  }
})

test('official documents carry the normal form of a number', async () => {
  const idNo = '536 201 978 34'
  const draft = await newDraft(system, await electronicDealer(system), { idNo })
  documentIn(await draft.prepare())
  const xml = (await draft.file('xml')).file?.toString() ?? ''
  expect(xml).toMatch(new RegExp(`schemeID="TCKN">${TCKN}<`))
  expect(xml).not.toContain(idNo)

  const dealer = await invoices.invoicingDealer(system)
  const issued = await invoices.create(dealer.api, invoices.manual({ idNo }))
  const { invoiceId } = invoices.createdIn(issued)
  const detail = invoices.detailIn(await dealer.api.get(`/v1/invoices/${invoiceId}`))
  expect(detail).toMatchObject({ idNo: TCKN, invoiceStatus: 'issued' })
})

test.each([']d2KMV-0001', ']C1 KMV-0001', 'KMV-０００１', ' kmv-0001'])(
  'the scanned label %s is that of one product',
  async (scanned) => {
    const { api } = await kmts.newShop(system)
    const answer = await kmts.ask(api, scanned)
    expect(answer.status).toBe(201)
    expect(kmts.verificationIn(answer)).toMatchObject({
      scannedCode: 'KMV-0001',
      outcome: 'verified',
    })
  },
)

test.each([
  ['page=01', 'page', 'type'],
  ['page=%201', 'page', 'type'],
  ['page=1%20', 'page', 'type'],
  ['page=%2B1', 'page', 'type'],
  ['pageSize=0050', 'pageSize', 'type'],
  ['filter[recordLevel]=03', 'filter[recordLevel]', 'type'],
  ['filter[recordLevel]=%203', 'filter[recordLevel]', 'type'],
])('an integer has no blanks and no leading zeros: %s', async (written, field, rule) => {
  const { api } = await newDealer(system)
  expect(refusal(await api.get(`/v1/customers?${written}`))).toEqual(forms.invalid([field, rule]))
})
