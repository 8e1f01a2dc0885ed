import { expect, test } from 'vitest'
import { documentIn, electronicDealer, newDraft, TAX_NUMBER } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { END_CONSUMER, type Fields } from '#test/support/vouchers.ts'

const system = systemForThisFile()

const complete = { address: 'Çınar Sk. 3', phone: '0532 123 45 67' }

interface Row {
  readonly rule: string
  readonly fields: Fields
  readonly faults: readonly (readonly [field: string, rule: string])[]
}

const rows: readonly Row[] = [
  {
    rule: 'a generic customer',
    fields: { idNo: END_CONSUMER },
    faults: [['customer.taxNumber', 'identity']],
  },
  {
    rule: 'a buyer abroad',
    fields: { idNo: '2222222222' },
    faults: [['customer.taxNumber', 'identity']],
  },
  {
    rule: 'a random identity number',
    fields: { idNo: '12345678901' },
    faults: [['customer.taxNumber', 'identity']],
  },
  {
    rule: 'a person without a family name',
    fields: { nameSurname: 'Ayşe' },
    faults: [['customer.name', 'format']],
  },
  {
    rule: 'a landline',
    fields: { customerInfo: { ...complete, phone: '0212 555 12 34' } },
    faults: [['customer.phone', 'format']],
  },
  {
    rule: 'no address and no phone',
    fields: { customerInfo: { cities: 'Fatih' } },
    faults: [
      ['customer.address', 'required'],
      ['customer.phone', 'required'],
    ],
  },
  {
    rule: 'nothing but a number',
    fields: { nameSurname: null, customerInfo: null },
    faults: [
      ['customer.name', 'required'],
      ['customer.address', 'required'],
      ['customer.phone', 'required'],
    ],
  },
]

test.each(rows)('$rule is not enough for an official document', async ({ fields, faults }) => {
  const draft = await newDraft(system, await electronicDealer(system), fields)
  expect(refusal(await draft.prepare())).toEqual([
    422,
    'E_DOCUMENT_DATA_INCOMPLETE',
    faults.map(([field, rule]) => ({ field, rule })),
  ])
  expect(await draft.state()).toBe('draft')
})

test("the seller's phone is kept as digits with the country code", async () => {
  const draft = await newDraft(system, await electronicDealer(system), {
    customerInfo: { ...complete, phone: '0 (532) 987 65 43' },
  })
  expect(documentIn(await draft.prepare()).phone).toBe('905329876543')
})

test('a company whose setting was turned off cannot prepare, but can complete and read its documents', async () => {
  const dealer = await electronicDealer(system)
  const [begun, waiting] = [await newDraft(system, dealer), await newDraft(system, dealer)]
  documentIn(await begun.prepare())
  await dealer.import({
    kind: 'companySettings',
    data: { expense: { active: true, serial: 'GP' } },
  })
  expect(refusal(await waiting.prepare())).toEqual([422, 'E_DOCUMENT_CONFIG_MISSING', []])
  expect((await begun.file('pdf')).status).toBe(200)
  documentIn(await begun.sms())
  expect(documentIn(await begun.confirm(await begun.code())).state).toBe('sent')
})

test('documents are not made in the name of another tax number', async () => {
  const dealer = await electronicDealer(system, { company: { taxNumber: '0843118681' } })
  const draft = await newDraft(system, dealer)
  expect(refusal(await draft.prepare())).toEqual([422, 'E_DOCUMENT_COMPANY_MISMATCH', []])
  await dealer.import({
    kind: 'company',
    data: { id: dealer.companyId, companyId: undefined, title: 'Sarraf', taxNumber: TAX_NUMBER },
  })
  expect(documentIn(await draft.prepare()).state).toBe('prepared')
})
