import { expect, test } from 'vitest'
import {
  confirmEDocument,
  prepareEDocument,
  readEDocumentFile,
  sendEDocumentSms,
} from '#kernel/contract/electronic-vouchers.ts'
import { checkBody, checkParameters } from '#kernel/contract/validation.ts'

const steps = [prepareEDocument, sendEDocumentSms]

test.each(steps)('$operationId takes an empty object and nothing else', ({ body }) => {
  const faultsOf = (sent: unknown) => checkBody(body!, sent).faults

  expect(checkBody(body!, { data: {} })).toEqual({ value: {} })
  expect(faultsOf({})).toEqual([{ field: 'data', rule: 'required' }])
  expect(faultsOf(undefined)).toEqual([{ field: 'data', rule: 'required' }])
  expect(faultsOf({ data: [] })).toEqual([{ field: 'data', rule: 'type' }])
  expect(faultsOf({ data: { phone: '905321234567' } })).toEqual([
    { field: 'data.phone', rule: 'unknown' },
  ])
})

test.each(['1234', '12345678', ' 482913 '])('%j is a code', (code) => {
  expect(checkBody(confirmEDocument.body!, { data: { code } })).toEqual({
    value: { code: code.trim() },
  })
})

test.each([
  ['123', 'pattern'],
  ['123456789', 'pattern'],
  ['12a4', 'pattern'],
  ['١٢٣٤', 'pattern'],
  ['12 34', 'pattern'],
  ['1234\n5678', 'pattern'],
  ['', 'minLength'],
  ['   ', 'minLength'],
  [1234, 'type'],
  [null, 'type'],
])('%j is no code, and the refusal does not repeat it', (code, rule) => {
  const { faults } = checkBody(confirmEDocument.body!, { data: { code } })

  expect(faults).toEqual([{ field: 'data.code', rule }])
})

test('a code must be sent', () => {
  expect(checkBody(confirmEDocument.body!, { data: {} }).faults).toEqual([
    { field: 'data.code', rule: 'required' },
  ])
})

test('a file is asked for as PDF or XML', () => {
  const faultsOf = (query: Record<string, string>) =>
    checkParameters(readEDocumentFile.query, query).faults

  expect(checkParameters(readEDocumentFile.query, { format: 'xml' })).toEqual({
    value: { format: 'xml' },
  })
  expect(faultsOf({})).toEqual([{ field: 'format', rule: 'required' }])
  expect(faultsOf({ format: 'PDF' })).toEqual([{ field: 'format', rule: 'enum' }])
  expect(faultsOf({ format: '' })).toEqual([{ field: 'format', rule: 'minLength' }])
})
