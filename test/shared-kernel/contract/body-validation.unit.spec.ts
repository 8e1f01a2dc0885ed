import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { VoucherContent } from '#kernel/contract/expense-vouchers.ts'
import { checkBody, checkObject } from '#kernel/contract/validation.ts'
import { parseStrictJson } from '#kernel/domain/strict-json.ts'
import { rulesByField } from './rules-by-field.ts'

const sale = { source: 'manual', idNo: '10000000146', amount: 65_559.95 }

/** What is wrong with a voucher that has these fields beside a good one's: field → rule. */
const faultsOf = (data: object) => rulesByField(checkBody(VoucherContent, { data }))

const valueOf = (data: object) => {
  const checked = checkBody(VoucherContent, { data })
  expect(checked.faults).toBeUndefined()
  return 'value' in checked ? checked.value : undefined
}

test('a voucher that follows the contract is accepted unchanged', () => {
  expect(valueOf(sale)).toEqual(sale)
})

test.each([
  ['no body', undefined],
  ['a text', 'data'],
  ['an array', [{ data: sale }]],
  ['null', null],
  ['an object without it', sale],
])('an envelope is missing: %s', (_what, body) => {
  expect(rulesByField(checkBody(VoucherContent, body))).toEqual({ data: 'required' })
})

test.each([null, [], 'text', 5, true])('`data` must be an object, not %j', (data) => {
  expect(rulesByField(checkBody(VoucherContent, { data }))).toEqual({ data: 'type' })
})

test('no field next to `data` is known', () => {
  const body = { data: sale, amount: 5 }
  expect(rulesByField(checkBody(VoucherContent, body))).toEqual({ amount: 'unknown' })
})

test('an inherited `data` does not count', () => {
  const body: unknown = Object.create({ data: sale })
  expect(rulesByField(checkBody(VoucherContent, body))).toEqual({ data: 'required' })
})

test.each<[rule: string, field: string, data: object]>([
  ['required', 'data.idNo', { source: 'manual', amount: 1 }],
  ['required', 'data.amount', { source: 'manual', idNo: '1' }],
  ['required', 'data.bankTransactionId', { source: 'bankTransaction', idNo: '1' }],
  ['type', 'data.idNo', { ...sale, idNo: 10_000_000_146 }],
  ['type', 'data.idNo', { ...sale, idNo: null }],
  ['type', 'data.idNo', { ...sale, idNo: ['1'] }],
  ['type', 'data.source', { ...sale, source: 1 }],
  ['type', 'data.amount', { ...sale, amount: '5.00' }],
  ['type', 'data.isDraft', { ...sale, isDraft: 'true' }],
  ['type', 'data.isDraft', { ...sale, isDraft: 1 }],
  ['type', 'data.customerInfo', { ...sale, customerInfo: 'Ayşe' }],
  ['type', 'data.customerInfo', { ...sale, customerInfo: [] }],
  ['type', 'data.customerInfo.phone', { ...sale, customerInfo: { phone: 5 } }],
  ['enum', 'data.source', { ...sale, source: 'cash' }],
  ['format', 'data.transactionDate', { ...sale, transactionDate: '20.11.2026' }],
  ['format', 'data.transactionDate', { ...sale, transactionDate: '2026-11-20T10:00:00' }],
  ['format', 'data.transactionDate', { ...sale, transactionDate: '2026-02-30' }],
  ['format', 'data.transactionDate', { ...sale, transactionDate: '0000-01-01T00:00:00Z' }],
  ['format', 'data.transactionDate', { ...sale, transactionDate: '9999-12-31T23:59:59-10:00' }],
  ['format', 'data.amount', { ...sale, amount: 5.001 }],
  ['format', 'data.amount', { ...sale, amount: 1.5e-7 }],
  ['format', 'data.exchanges', { ...sale, exchanges: 5312.123456789 }],
  ['pattern', 'data.number', { ...sale, number: '12a' }],
  ['pattern', 'data.number', { ...sale, number: '000' }],
  ['pattern', 'data.nameSurname', { ...sale, nameSurname: 'Ay\u0000şe' }],
  ['minLength', 'data.idNo', { ...sale, idNo: ' \t ' }],
  ['minLength', 'data.source', { ...sale, source: '' }],
  ['maxLength', 'data.nameSurname', { ...sale, nameSurname: 'x'.repeat(501) }],
  ['maxLength', 'data.description', { ...sale, description: 'x'.repeat(4001) }],
  ['minimum', 'data.amount', { ...sale, amount: 0 }],
  ['minimum', 'data.amount', { ...sale, amount: -5 }],
  ['minimum', 'data.exchanges', { ...sale, exchanges: 0 }],
  ['maximum', 'data.amount', { ...sale, amount: 1_000_000_000_000 }],
  ['unknown', 'data.amout', { ...sale, amout: 5 }],
  ['unknown', 'data.customerInfo.fax', { ...sale, customerInfo: { fax: '5' } }],
  ['unknown', 'data.odd.name[0]/~x', { ...sale, 'odd.name[0]/~x': 5 }],
])('%s: %s of %j', (rule, field, data) => {
  expect(faultsOf(data)).toEqual({ [field]: rule })
})

test('mismatch: a field of the other source', () => {
  const bankTransactionId = 'a1b2c3d4e5f6a1b2c3d4e5f6'
  expect(faultsOf({ ...sale, bankTransactionId })).toEqual({
    'data.bankTransactionId': 'mismatch',
  })
  const ofManual = { amount: 1, serial: 'A', number: '1', bankName: 'B', invoiceNo: '1' }
  const data = { source: 'bankTransaction', idNo: '1', bankTransactionId, ...ofManual }
  expect(faultsOf({ ...data, isSwap: true })).toEqual({
    'data.amount': 'mismatch',
    'data.serial': 'mismatch',
    'data.number': 'mismatch',
    'data.bankName': 'mismatch',
    'data.invoiceNo': 'mismatch',
    'data.isSwap': 'mismatch',
  })
})

test('without a known source nothing mismatches', () => {
  const bankTransactionId = 'a1b2c3d4e5f6a1b2c3d4e5f6'
  const data = { source: 'cash', idNo: '1', amount: 1, bankTransactionId }
  expect(faultsOf(data)).toEqual({ 'data.source': 'enum' })
})

test('readOnly: a field that clients must not send, by name or by prefix', () => {
  const form = Type.Object(
    { idNo: Type.String() },
    { readOnlyFields: ['isSigned', 'approval*'], additionalProperties: false },
  )
  const data = { idNo: '1', isSigned: true, approvalDate: null, approval: 1, isSignedBy: 1 }
  expect(rulesByField(checkBody(form, { data }))).toEqual({
    'data.isSigned': 'readOnly',
    'data.approvalDate': 'readOnly',
    'data.approval': 'readOnly',
    'data.isSignedBy': 'unknown',
  })
})

test('requiredOneOf names the first of the fields', () => {
  const check = Type.Object(
    { idNo: Type.Optional(Type.String()), fullName: Type.Optional(Type.String()) },
    { requiredOneOf: ['idNo', 'fullName'], additionalProperties: false },
  )
  expect(rulesByField(checkBody(check, { data: {} }))).toEqual({ 'data.idNo': 'requiredOneOf' })
  expect(rulesByField(checkBody(check, { data: { idNo: ' ', fullName: null } }))).toEqual({
    'data.idNo': 'requiredOneOf',
  })
  expect(rulesByField(checkBody(check, { data: { fullName: 5 } }))).toEqual({
    'data.fullName': 'type',
  })
  expect(rulesByField(checkBody(check, { data: { fullName: 'Ayşe' } }))).toEqual({})
})

test('all faults of a request are reported at once, however many', () => {
  const { properties } = VoucherContent
  const numbers = Object.fromEntries(Object.keys(properties).map((name) => [name, []]))
  const customerInfo = { nameSurname: 1, taxOffice: 1, address: 1, cities: 1, phone: 1, x: 1 }

  const faults = faultsOf({ ...numbers, customerInfo, amout: 5 })

  const expected = Object.keys(properties).filter((name) => name !== 'customerInfo').length + 7
  expect(Object.keys(faults)).toHaveLength(expected)
})

test('text is trimmed', () => {
  expect(valueOf({ ...sale, idNo: ' 10000000146 ', attribute: '\tHurda altın\n' })).toEqual({
    ...sale,
    attribute: 'Hurda altın',
  })
})

test('an optional value that is empty or null counts as missing', () => {
  const nothing = {
    serial: '',
    isDraft: null,
    amount: 5,
    customerInfo: { phone: ' ', email: null },
  }
  expect(valueOf({ ...sale, ...nothing })).toEqual({ ...sale, amount: 5, customerInfo: {} })
})

const dateOf = (transactionDate: string) => valueOf({ ...sale, transactionDate })?.transactionDate

test('dates are converted to UTC, and a day is its midnight', () => {
  expect(dateOf('2026-11-20T10:00:00+03:00')).toBe('2026-11-20T07:00:00.000Z')
  expect(dateOf('2026-11-20')).toBe('2026-11-20T00:00:00.000Z')
  expect(dateOf('2028-02-29T23:59Z')).toBe('2028-02-29T23:59:00.000Z')
})

test('ids are written in lower case', () => {
  const data = {
    source: 'bankTransaction',
    idNo: '1',
    bankTransactionId: 'A1B2C3D4E5F6A1B2C3D4E5F6',
  }
  expect(valueOf(data)?.bankTransactionId).toBe('a1b2c3d4e5f6a1b2c3d4e5f6')
})

test('amounts keep two decimals up to the limit', () => {
  for (const amount of [0.01, 0.1, 1.1, 65_559.95, 999_999_999_999.99]) {
    expect(valueOf({ ...sale, amount })?.amount).toBe(amount)
  }
})

test.each(['altın \ud83d', '\udc00', 'a\0b', '\ufffe', 'x\uffff', '\x1b[2J'])(
  '%j is no text that can be stored',
  (attribute) => {
    expect(faultsOf({ ...sale, attribute })).toEqual({ 'data.attribute': 'pattern' })
  },
)

test('other characters of Unicode are kept', () => {
  for (const attribute of ['🪙 altın', '\ufffd', '\u{1fffe}', 'a\u200bb', '\x7f', '\u0085']) {
    expect(valueOf({ ...sale, attribute })?.attribute).toBe(attribute)
  }
})

test.each(['\u200b', ' \ufeff\u00ad ', '\u2800', '\u3164\u115f', '\u{e0041}\u202e'])(
  '%j shows nothing: it is empty',
  (text) => {
    expect(faultsOf({ ...sale, idNo: text })).toEqual({ 'data.idNo': 'minLength' })
    expect(valueOf({ ...sale, attribute: text })).toEqual(sale)
  },
)

test('a number with digits that are not held is a fault; one that is written differently is not', () => {
  const parsed = (amount: string) => parseStrictJson(`{ "amount": ${amount} }`)
  const withAmount = (amount: string) => ({ ...sale, ...Object(parsed(amount)) })

  for (const amount of ['12.50', '1.25e1', '0.125E+2']) {
    expect(valueOf(withAmount(amount))?.amount).toBe(12.5)
  }
  for (const amount of ['12000.0000000000000000001', '0.01000000000000000000001']) {
    expect(faultsOf(withAmount(amount))).toEqual({ 'data.amount': 'format' })
  }
  expect(faultsOf(withAmount('1e400'))).toEqual({ 'data.amount': 'type' })
  expect(faultsOf(withAmount('-0'))).toEqual({ 'data.amount': 'minimum' })
  expect(faultsOf({ ...sale, nameSurname: parsed('1.0') })).toEqual({ 'data.nameSurname': 'type' })
})

test('tabs and line ends inside a text stay', () => {
  expect(valueOf({ ...sale, description: 'one\r\n\ttwo' })?.description).toBe('one\r\n\ttwo')
})

test('names that every object inherits are fields like any other', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
  for (const name of names) {
    const text = `{"data":{"source":"manual","idNo":"1","amount":1,"${name}":{"source":"x"}}}`
    const body: unknown = JSON.parse(text)
    expect(rulesByField(checkBody(VoucherContent, body))).toEqual({ [`data.${name}`]: 'unknown' })
  }
  const nested: unknown = JSON.parse(
    '{"__proto__":1,"data":{"customerInfo":{"__proto__":{"x":1}}}}',
  )
  expect(rulesByField(checkBody(VoucherContent, nested))).toMatchObject({
    ['__proto__']: 'unknown',
    'data.customerInfo.__proto__': 'unknown',
  })
})

test('faults of an import line name its own fields', () => {
  const line = Type.Object({ id: Type.String(), tags: Type.Optional(Type.Array(Type.String())) })
  expect(checkObject(line, { tags: ['a', 5], x: 1 })).toEqual({
    faults: [
      { field: 'x', rule: 'unknown' },
      { field: 'id', rule: 'required' },
      { field: 'tags[1]', rule: 'type' },
    ],
  })
  expect(checkObject(line, [], 'data')).toEqual({ faults: [{ field: 'data', rule: 'type' }] })
})
