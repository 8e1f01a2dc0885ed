import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { cover } from '#test/support/cover.ts'
import { customerLine } from '#test/support/customer-lines.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Api } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

let api: Api
beforeAll(async () => {
  const dealer = await newDealer(system)
  await dealer.import(customerLine({ labels: ['vip'] }))
  api = dealer.api
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '%',
    '_',
    '\\',
    "'",
    '{}',
    '__proto__',
    'x'.repeat(501),
  ),
)
const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }))

const names = [
  'idType',
  'idCardType',
  'customerRelation',
  'birthday',
  'phone',
  'address',
  'isAbroad',
  'isApproval',
  'approvalX',
  'toString',
]

const form = fc.record({
  idNo: fc.oneof({ weight: 3, arbitrary: fc.uuid() }, { weight: 1, arbitrary: anyValue }),
  nameSurname: anyValue,
  others: fc.dictionary(fc.constantFrom(...names), anyValue, { maxKeys: 3 }),
})

test('any body is accepted or refused as the contract says', async () => {
  const cases = cover('201', '400')
  await cases.assert(
    fc.asyncProperty(form, async ({ others, ...content }) => {
      const { status } = await api.post('/v1/customers', { ...content, ...others })
      expect(status).toBeOneOf([201, 400, 409])
      if (status !== 409) cases.count(status === 201 ? '201' : '400')
    }),
    { numRuns: 120, atLeast: 3 },
  )
})

test('any query is answered or refused as the contract says', async () => {
  const asked = fc.record({
    path: fc.constantFrom(
      '/v1/customers?q=',
      '/v1/customers?filter[label]=',
      '/v1/customers?filter[recordLevel]=',
      '/v1/customers?filter[updatedSince]=',
      '/v1/customers/check?idNo=',
      '/v1/customers/check?nameSurname=',
      '/v1/compliance/customer-events?filter[idNo]=',
      '/v1/compliance/customer-events?filter[startDate]=',
      '/v1/compliance/verifications/',
      '/v1/compliance/idv-sessions/',
    ),
    text: anyText,
  })
  const cases = cover('200', '400')
  await cases.assert(
    fc.asyncProperty(asked, async ({ path, text }) => {
      const { status } = await api.get(path + encodeURIComponent(text.toWellFormed()))
      expect(status).toBeOneOf([200, 400, 404])
      if (status !== 404) cases.count(status === 200 ? '200' : '400')
    }),
    { numRuns: 150, atLeast: 3 },
  )
})
