import * as fc from 'fast-check'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import {
  createVoucher,
  listVouchers,
  listVoucherTemplates,
  readVoucher,
} from '#kernel/contract/expense-vouchers.ts'
import { checkBody, checkParameters } from '#kernel/contract/validation.ts'
import { cover } from '#test/support/cover.ts'
import { rulesByField } from './rules-by-field.ts'

const faultsOf = (query: object) => rulesByField(checkParameters(listVouchers.query, { ...query }))

const byDefault = { page: 1, pageSize: 25, sort: 'createdAt:asc' }

test('a list’s parameters have defaults', () => {
  expect(checkParameters(listVouchers.query, {})).toEqual({ value: byDefault })
  const empty = { sort: '', q: '  ', 'filter[startDate]': '' }
  expect(checkParameters(listVouchers.query, empty)).toEqual({ value: byDefault })
})

test('an empty text is no number and no yes or no', () => {
  const empty = { page: '', pageSize: ' ', 'filter[isDraft]': '' }
  expect(checkParameters(listVouchers.query, empty)).toEqual({
    faults: ['page', 'pageSize', 'filter[isDraft]'].map((field) => ({ field, rule: 'type' })),
  })
})

test('a list’s parameters are parsed from text', () => {
  const given = {
    page: '3',
    pageSize: '100',
    sort: 'amount',
    q: ' Ayşe ',
    'filter[isDraft]': 'false',
    'filter[startDate]': '2026-11-20',
    'filter[endDate]': '2026-11-20T12:00:00+03:00',
    'filter[updatedSince]': '2026-11-20T09:45:00.123456Z',
  }
  expect(checkParameters(listVouchers.query, given)).toEqual({
    value: {
      page: 3,
      pageSize: 100,
      sort: 'amount',
      q: 'Ayşe',
      'filter[isDraft]': false,
      'filter[startDate]': '2026-11-20T00:00:00.000Z',
      'filter[endDate]': '2026-11-20T09:00:00.000Z',
      'filter[updatedSince]': '2026-11-20T09:45:00.123456Z',
    },
  })
})

test.each<[rule: string, name: string, value: string]>([
  ['minimum', 'page', '0'],
  ['minimum', 'page', '-1'],
  ['type', 'page', '9'.repeat(400)],
  ['type', 'page', '1.0'],
  ['type', 'page', '1e3'],
  ['type', 'page', '0x10'],
  ['type', 'page', 'one'],
  ['minimum', 'pageSize', '0'],
  ['maximum', 'pageSize', '101'],
  ['pattern', 'sort', 'idNo:asc'],
  ['pattern', 'sort', 'amount:ascending'],
  ['pattern', 'sort', 'amount:asc,createdAt:desc'],
  ['pattern', 'sort', '-amount'],
  ['maxLength', 'q', 'x'.repeat(501)],
  ['pattern', 'q', 'a\u0000b'],
  ['type', 'filter[isDraft]', 'True'],
  ['type', 'filter[isDraft]', '1'],
  ['enum', 'filter[documentMode]', 'Paper'],
  ['enum', 'filter[state]', 'unknown'],
  ['enum', 'filter[source]', 'cash'],
  ['format', 'filter[startDate]', 'yesterday'],
  ['format', 'filter[endDate]', '2026-11-20T10:00'],
  ['format', 'filter[updatedSince]', '1700000000'],
  ['unknown', 'filter[amount]', '5'],
  ['unknown', 'filter', 'x'],
  ['unknown', 'filter[idno]', '1'],
  ['unknown', 'idNo', '1'],
  ['unknown', '__proto__', 'x'],
  ['unknown', 'constructor', 'x'],
])('%s: %s=%s', (rule, name, value) => {
  expect(faultsOf(Object.fromEntries([[name, value]]))).toEqual(Object.fromEntries([[name, rule]]))
})

test('a parameter that is given twice is refused', () => {
  expect(faultsOf({ page: ['1', '1'], q: ['a', 'b'], 'filter[idNo]': ['1', '2'] })).toEqual({
    page: 'type',
    q: 'type',
    'filter[idNo]': 'type',
  })
})

test('all faults are reported at once', () => {
  const wrong = { page: '0', pageSize: 'x', sort: 'y', 'filter[isDraft]': 'z', nonsense: '1' }
  expect(Object.keys(faultsOf(wrong))).toHaveLength(5)
})

test('the list of templates, whose items have no updatedAt, does not support updatedSince', () => {
  const query = { 'filter[updatedSince]': '2026-11-20T00:00:00Z', 'filter[x]': '1' }
  expect(rulesByField(checkParameters(listVoucherTemplates.query, query))).toEqual({
    'filter[updatedSince]': 'unsupported',
    'filter[x]': 'unknown',
  })
})

test('a required parameter must be present and not empty', () => {
  const format = Type.Object({ format: Type.Enum(['pdf', 'xml'], { type: 'string' }) })
  expect(rulesByField(checkParameters(format, {}))).toEqual({ format: 'required' })
  expect(rulesByField(checkParameters(format, { format: ' ' }))).toEqual({ format: 'minLength' })
  expect(rulesByField(checkParameters(format, { format: 'doc' }))).toEqual({ format: 'enum' })
})

test('numbers are plain decimals', () => {
  const rate = Type.Object({ rate: Type.Number() })
  expect(checkParameters(rate, { rate: '-12.50' })).toEqual({ value: { rate: -12.5 } })
  for (const text of ['1e5', '.5', '5.', '+5', 'NaN', 'Infinity', '1,5']) {
    expect(rulesByField(checkParameters(rate, { rate: text }))).toEqual({ rate: 'type' })
  }
})

test('an id is 24 hexadecimal digits, in either case', () => {
  const id = 'A1B2C3D4E5F6A1B2C3D4E5F6'
  expect(checkParameters(readVoucher.params, { id })).toEqual({ value: { id: id.toLowerCase() } })
  for (const wrong of ['', ' ', 'a1b2', `${id}0`, 'g1b2c3d4e5f6a1b2c3d4e5f6', `${id}\n${id}`]) {
    expect(rulesByField(checkParameters(readVoucher.params, { id: wrong }))).toEqual({
      id: 'pattern',
    })
  }
})

const RULES =
  /^(required|type|enum|format|pattern|minLength|maxLength|minimum|maximum|unknown|readOnly|mismatch|requiredOneOf|unsupported)$/

const names = fc.oneof(
  fc.constantFrom(...Object.keys(createVoucher.body?.properties ?? {}), 'data', '__proto__'),
  fc.string({ unit: 'binary' }),
)
const anything = fc.oneof(
  fc.anything({ withNullPrototype: true }),
  fc.jsonValue(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
)

test('any body is accepted or refused as the contract says', () => {
  const bodies = fc.oneof(
    fc.anything(),
    fc.dictionary(names, anything).map((data) => ({ data })),
  )
  const cases = cover('required', 'type', 'unknown')
  cases.assert(
    fc.property(bodies, (body) => {
      for (const { rule } of checkBody(createVoucher.body!, body).faults ?? []) {
        expect(rule).toMatch(RULES)
        if (rule === 'required' || rule === 'type' || rule === 'unknown') cases.count(rule)
      }
    }),
    { numRuns: 500, atLeast: 3 },
  )
})

test('any parameters are accepted or refused with their faults', () => {
  const given = fc.dictionary(
    fc.oneof(fc.constantFrom(...Object.keys(listVouchers.query.properties)), names),
    fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string())),
  )
  const cases = cover('taken', 'told what is wrong')
  cases.assert(
    fc.property(given, fc.constantFrom(...endpoints), (raw, { query, params }) => {
      const faults = [query, params].flatMap((schema) => checkParameters(schema, raw).faults ?? [])
      cases.count(faults.length === 0 ? 'taken' : 'told what is wrong')
      for (const { rule } of faults) expect(rule).toMatch(RULES)
    }),
    { numRuns: 500, atLeast: 3 },
  )
})

test('an accepted value is accepted again, unchanged', () => {
  const good = fc.record(
    {
      source: fc.constant('manual'),
      idNo: fc.string({ minLength: 1, maxLength: 600 }),
      amount: fc.integer({ min: -5, max: 10_000_000 }).map((minor) => minor / 100),
      transactionDate: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      customerInfo: fc.dictionary(fc.constantFrom('phone', 'email'), fc.string()),
    },
    { requiredKeys: ['source', 'idNo', 'amount'] },
  )
  const cases = cover('taken')
  cases.assert(
    fc.property(good, (data) => {
      const first = checkBody(createVoucher.body!, { data })
      if (!('value' in first)) return
      cases.count('taken')
      expect(checkBody(createVoucher.body!, { data: first.value })).toEqual(first)
    }),
    { atLeast: 3 },
  )
})
