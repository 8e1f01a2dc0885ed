import { expect, test } from 'vitest'
import {
  confirmEDocument,
  prepareEDocument,
  readEDocumentFile,
  readEDocumentStatus,
  sendEDocumentSms,
} from '#kernel/contract/electronic-vouchers.ts'
import { checkBody, checkParameters } from '#kernel/contract/validation.ts'
import { published } from '#test/support/published.ts'

const steps = [prepareEDocument, sendEDocumentSms]
const all = [...steps, confirmEDocument, readEDocumentStatus, readEDocumentFile]
const codesOf = (path: string, method: string) =>
  Object.values(published.paths[path]?.[method]?.responses ?? {}).flatMap(({ content }) =>
    Object.keys(content['application/json']?.examples ?? {}),
  )

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

test.each(all)('$operationId refuses a paper voucher, and an id that is unknown', (endpoint) => {
  expect(codesOf(endpoint.path, endpoint.method.toLowerCase())).toEqual(
    expect.arrayContaining(['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND', 'E_DOCUMENT_PAPER']),
  )
})

test.each([
  [
    'prepare',
    'post',
    'BUSY REVIEW_REQUIRED DATA_INCOMPLETE CONFIG_MISSING COMPANY_MISMATCH REJECTED RESULT_UNKNOWN RESPONSE_INVALID',
  ],
  ['sms', 'post', 'NOT_PREPARED BUSY REVIEW_REQUIRED SMS_COOLDOWN REJECTED RESULT_UNKNOWN'],
  ['confirm', 'post', 'BUSY REVIEW_REQUIRED REJECTED RESULT_UNKNOWN RESPONSE_INVALID'],
  ['status', 'get', 'BUSY FINALIZATION_REQUIRED RESULT_UNKNOWN'],
  ['file', 'get', 'NOT_PREPARED FILE_INVALID'],
])('%s can be refused as the contract says', (step, method, codes) => {
  expect(codesOf(`/v1/expenses/{id}/e-document/${step}`, method)).toEqual(
    expect.arrayContaining(codes.split(' ').map((code) => `E_DOCUMENT_${code}`)),
  )
})

test('a sent voucher refuses every step and a deletion', () => {
  for (const step of ['prepare', 'sms', 'confirm']) {
    expect(codesOf(`/v1/expenses/{id}/e-document/${step}`, 'post')).toContain('CONFLICT')
  }
  expect(codesOf('/v1/expenses/{id}', 'delete')).toEqual(
    expect.arrayContaining([
      'CONFLICT',
      'E_DOCUMENT_BUSY',
      'E_DOCUMENT_REVIEW_REQUIRED',
      'E_DOCUMENT_REJECTED',
      'E_DOCUMENT_RESULT_UNKNOWN',
    ]),
  )
  const confirm = codesOf('/v1/expenses/{id}/e-document/confirm', 'post')
  expect(confirm).toEqual(
    expect.arrayContaining(['VERIFICATION_REQUIRED', 'BANK_ACCOUNT_INACTIVE']),
  )
})

test('the description says that a file has no envelope, and of which types it is', () => {
  const answer = published.paths['/v1/expenses/{id}/e-document/file']?.['get']?.responses['200']

  expect(answer?.content).toEqual({
    'application/pdf': { schema: { type: 'string', format: 'binary' }, examples: {} },
    'application/xml': { schema: { type: 'string', format: 'binary' }, examples: {} },
    // Generators for which a file is nothing else.
    'application/octet-stream': { schema: { type: 'string', format: 'binary' }, examples: {} },
  })
})

test('the official number is not described as the local one', () => {
  expect(published.components.schemas['EDocument']).toMatchObject({
    properties: { number: { description: expect.stringContaining('official number') } },
  })
})
