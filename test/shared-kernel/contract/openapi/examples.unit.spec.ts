import { expect, test } from 'vitest'
import { calculateInvoice } from '#command/invoices/calculation/calculate-invoice.ts'
import { invoiceTypeOf } from '#command/invoices/taxation.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { expenseVoucherAmounts } from '#kernel/domain/expense-voucher-amounts.ts'
import { isValidIdentityNumber } from '#kernel/domain/identity-number.ts'
import { explanationOf } from '#kernel/domain/screening/explanation.ts'
import { evolveDocument, newElectronicDocument } from '#kernel/events/electronic-document.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { electronicVoucherEvents } from '#test/support/electronic-voucher-events.ts'
import { published } from '#test/support/published.ts'

const operations = Object.values(published.paths).flatMap((methods) => Object.values(methods))

/** The examples of an operation's answers of that status, or of its requests. */
function examplesOf(operationId: string, status?: number): Readonly<Record<string, unknown>> {
  const operation = operations.find((one) => one.operationId === operationId)
  const message = status === undefined ? operation?.requestBody : operation?.responses[status]
  const examples = Object.entries(message?.content['application/json']?.examples ?? {})
  if (examples.length === 0) throw new Error(`${operationId} has no examples`)
  return Object.fromEntries(examples.map(([name, { value }]) => [name, value]))
}

test('no example is an empty word', () => {
  expect(JSON.stringify(published)).not.toContain(':"text"')
})

const ID = '65a1b2c3d4e5f6a7b8c9d0e1'
const AMOUNT = '65559.95'
const EXCHANGES = '5312.8'
const item = {
  lineName: 'Has altın',
  unitType: 'GRM',
  stockCode: 'HAS',
  exchange: '1',
  vatRate: '20',
  laborName: null,
  laborType: null,
  laborAmount: null,
} as const
const gold = { material: 'gold', laborDisabled: true, invoiceType: null, exemptionCode: null }

/** Decimals as answers show them. */
const shown = (value: object): object =>
  JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'string' && /^\d+(\.\d+)?$/.test(one) ? Number(one) : one,
  )

test('an invoice is what the calculation makes of the template, the amount and the price', () => {
  const invoiceType = invoiceTypeOf(gold)
  const sale = { invoiceType, amount: AMOUNT, exchanges: EXCHANGES, item }
  const result = calculateInvoice(sale)
  if (result.outcome === 'refused') throw new Error(result.rule)
  const { lines, totals } = result
  const { laborAmount: _, ...template } = item
  const { material, laborDisabled } = gold
  const previewed = lines.map(({ name, quantity, unitType, lineTotal, isDefault }) => ({
    name,
    quantity,
    unitType,
    lineTotal,
    isDefault,
  }))
  const invoice = { ...shown(totals), invoiceType }
  const answered = (data: object) => ({ answer: { data } })

  expect(examplesOf('listInvoiceVariables', 200)).toMatchObject(
    answered([{ ...shown(template), material, laborDisabled }]),
  )
  expect(examplesOf('previewInvoice', 200)).toMatchObject(
    answered(
      shown({ invoiceType, amount: AMOUNT, exchanges: EXCHANGES, totals, lines: previewed }),
    ),
  )
  expect(examplesOf('readInvoice', 200)).toMatchObject(
    answered({ ...invoice, lines: shown(lines), invoiceInfo: { type: invoiceType } }),
  )
  expect(examplesOf('listInvoices', 200)).toMatchObject(answered([invoice]))
  expect(examplesOf('createInvoice', 201)).toMatchObject(answered(shown({ totals })))
})

test('a draft of an invoice is deleted by its uuid, which its record decides', () => {
  const [uuid, sourceId] = [documentUuidOf(ID), ID]

  expect(examplesOf('createInvoice', 200)).toMatchObject({
    draft: { data: { uuid, sourceId, isDraft: true, invoiceId: null, totals: null } },
  })
  expect(examplesOf('deleteInvoice', 200)).toMatchObject({
    answer: { data: { id: uuid, target: 'draft' } },
  })
})

test('a voucher is what the calculation makes of the template, the amount and the price', () => {
  const { unitType, exchange: purity } = item
  const purchase = { amount: AMOUNT, exchanges: EXCHANGES, purity, unitType }
  const result = expenseVoucherAmounts(purchase)
  if (result.outcome === 'refused') throw new Error(result.rule)
  const { price, quantity } = result
  const data = shown({ amount: AMOUNT, price, quantity })
  const withPrice = { data: { ...data, ...shown({ exchanges: EXCHANGES }) } }

  expect(examplesOf('previewVoucher', 200)).toMatchObject({ answer: withPrice })
  expect(examplesOf('createVoucher', 201)).toMatchObject({ finalized: { data }, draft: { data } })
  expect(examplesOf('readVoucher', 200)).toMatchObject({
    paper: withPrice,
    draft: withPrice,
    electronic: withPrice,
  })
})

test('a draft has neither number nor print date, and only a swap has invoice numbers', () => {
  const draft = { isDraft: true, isFinalized: false, number: null, printDate: null }
  const finalized = { isDraft: false, isFinalized: true, number: '42' }
  const noSwap = { isSwap: false, invoiceNo: null }

  expect(examplesOf('createVoucher', 201)).toMatchObject({
    finalized: { data: finalized },
    draft: { data: draft },
  })
  expect(examplesOf('readVoucher', 200)).toMatchObject({
    paper: { data: { ...finalized, ...noSwap, documentMode: 'paper', eDocument: null } },
    draft: { data: { ...draft, ...noSwap, documentMode: 'paper', eDocument: null } },
    electronic: { data: { ...finalized, documentMode: 'electronic', state: 'sent' } },
  })
})

const happens = electronicVoucherEvents(ID)
const finalized = happens('VoucherFinalized', { printDate: '2026-11-20T10:01:00.250Z' })
const prepared = [happens('PreparationStarted'), happens('VoucherPrepared')]
const verified = [...prepared, happens('SmsRequested'), happens('SmsSent')]
const confirmed = [
  ...verified,
  happens('SubmissionStarted'),
  happens('ProviderAccepted'),
  finalized,
]
const nothingFound = {
  found: 'notFound',
  statusDetail: null,
  reportStatus: null,
  cancelled: null,
} as const
const unclear = [
  ...verified,
  happens('SubmissionStarted'),
  happens('SubmissionUnknown'),
  happens('StatusChecked', nothingFound),
]

const someText: unknown = expect.any(String)

/** Each field that has a value, with the value where there are only a few. */
function shapeOf(events: readonly ExpenseVoucherEvent[]): object {
  const document = events.reduce(evolveDocument, newElectronicDocument('live'))
  const { state, providerStatus, reportStatus, cancelled, errorCode, errorMessage } = document
  const others = Object.entries(document).map(([name, value]) => [name, value && someText])
  const few = { state, providerStatus, reportStatus, cancelled, errorCode, errorMessage }
  return { eDocument: { ...Object.fromEntries(others), ...few } }
}

test.each([
  ['prepareEDocument', 'prepared', prepared],
  ['sendEDocumentSms', 'smsSent', verified],
  ['confirmEDocument', 'sent', confirmed],
  ['readEDocumentStatus', 'sent', [...confirmed, happens('StatusChecked', { statusDetail: null })]],
  ['readEDocumentStatus', 'unclear', unclear],
  ['readVoucher', 'electronic', confirmed],
])('%s shows a document, %s, to which this has happened', (operationId, name, events) => {
  const document = shapeOf(events)

  expect(examplesOf(operationId, 200)).toMatchObject({ [name]: { data: document } })
})

test('the moments of a document are in their order', () => {
  const { sent } = examplesOf('readEDocumentStatus', 200)
  const moments = JSON.stringify(sent).matchAll(/"(\w+At)":"([^"]+)"/g)
  const byName = new Map([...moments].map(([, name = '', moment = '']) => [name, moment]))
  const names = [
    'frozenAt',
    'preparedAt',
    'smsSentAt',
    'acceptedAt',
    'finalizedAt',
    'lastCheckedAt',
  ]
  const inOrder = names.map((name) => byName.get(name))

  expect(new Set(inOrder).size).toBe(names.length)
  expect(inOrder.toSorted()).toEqual(inOrder)
  expect(byName.get('smsRetryAt')).toBe(minuteAfter(byName.get('smsSentAt')))
})

const minuteAfter = (moment = '') => new Date(Date.parse(moment) + 60_000).toISOString()

test('the form of a company is a company’s', () => {
  const { person, company } = examplesOf('createCustomerForm')

  expect(person).toMatchObject({ data: { idNo: '10000000146', nameSurname: 'Ayşe Yılmaz' } })
  expect(company).toMatchObject({
    data: { idType: 'company', idNo: '4840847211', nameSurname: expect.stringContaining('Şti') },
  })
  expect(['10000000146', '4840847211'].every(isValidIdentityNumber)).toBe(true)
})

test('a list of templates has only those that it returns', () => {
  for (const operationId of ['listInvoiceTemplates', 'listVoucherTemplates']) {
    expect(examplesOf(operationId, 200)).toMatchObject({
      answer: { data: [{ statusType: 'all' }] },
    })
  }
})

test('a match is explained as the search explains it', () => {
  const facts = { birthYears: [[1981, 1981]], countries: [] } as const
  const sought = { name: 'Ayşe Yılmaz', facts }
  const explanation = explanationOf(sought, { name: 'AYŞE YILMAZ', facts, isWeakName: false })
  const [masak] = [{ score: explanation.name, matchedName: 'AYŞE YILMAZ', explanation }]

  expect(examplesOf('checkSanctions', 201)).toMatchObject({
    answer: { data: { query: { fullName: sought.name }, matches: { masak: [masak] } } },
  })
})
