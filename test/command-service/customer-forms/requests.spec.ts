import { beforeAll, expect, test } from 'vitest'
import {
  create,
  everything,
  type Fields,
  invalid,
  OTHER_PERSON,
  person,
} from '#test/support/forms.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Api, apiAt, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

let api: Api
beforeAll(async () => {
  api = (await newDealer(system)).api
})

type Fault = readonly [field: string, rule: string]

const refused: readonly (readonly [Fields, ...Fault[]])[] = [
  [{}, ['data.idNo', 'required'], ['data.nameSurname', 'required']],
  [person({ idNo: ' ' }), ['data.idNo', 'minLength']],
  [person({ idNo: null }), ['data.idNo', 'type']],
  [person({ idNo: 10_000_000_146 }), ['data.idNo', 'type']],
  [person({ idNo: 'x'.repeat(501) }), ['data.idNo', 'maxLength']],
  [person({ nameSurname: '' }), ['data.nameSurname', 'minLength']],
  [person({ nameSurname: 'a\u0000b' }), ['data.nameSurname', 'pattern']],
  [person({ idType: 'human' }), ['data.idType', 'enum']],
  [person({ idType: 'Person' }), ['data.idType', 'enum']],
  [person({ idCardType: 'visa' }), ['data.idCardType', 'enum']],
  [person({ isAbroad: 'true' }), ['data.isAbroad', 'type']],
  [person({ onlyInvoice: 1 }), ['data.onlyInvoice', 'type']],
  [person({ birthday: '05.02.1981' }), ['data.birthday', 'format']],
  [person({ birthday: '1981-02-30' }), ['data.birthday', 'format']],
  [person({ birthday: '1981-02-05T00:00:00Z' }), ['data.birthday', 'format']],
  [person({ address: 'x'.repeat(4_001) }), ['data.address', 'maxLength']],
  [person({ phone: 905_321_234_567 }), ['data.phone', 'type']],
  [person({ nationality: 'TC' }), ['data.nationality', 'unknown']],
  [person({ id: '1' }), ['data.id', 'unknown']],
  [person({ recordLevel: 1 }), ['data.recordLevel', 'unknown']],
  [person({ customerRelation: { types: 'x' } }), ['data.customerRelation', 'mismatch']],
  [person({ idType: 'person', customerRelation: 'x' }), ['data.customerRelation', 'mismatch']],
  [person({ idType: 'company', customerRelation: 'x' }), ['data.customerRelation', 'type']],
  [
    person({ idType: 'company', customerRelation: { types: 1, phone: 'x' } }),
    ['data.customerRelation.phone', 'unknown'],
    ['data.customerRelation.types', 'type'],
  ],
  [person({ idType: 'x', customerRelation: { types: 'x' } }), ['data.idType', 'enum']],
  ...['isApproval', 'isSigned', 'isDeleted', 'masakStatus', 'companiesId', 'userId'].map(
    (field) => [person({ [field]: true }), [`data.${field}`, 'readOnly']] as const,
  ),
  ...['approval', 'approvalDate', 'approvalUser'].map(
    (field) => [person({ [field]: null }), [`data.${field}`, 'readOnly']] as const,
  ),
]

test.each(refused.map(([request, ...faults]) => ({ request, faults })))(
  '$request',
  async ({ request, faults }) => {
    const answer = await api.post('/v1/customers', request)

    expect(answer.error?.details).toHaveLength(faults.length)
    expect(refusal(answer)).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.arrayContaining(faults.map(([field, rule]) => ({ field, rule }))),
    ])
  },
)

test('every text field of a form is a text of at most 500 letters', async () => {
  const texts = Object.entries(everything).filter(
    ([name, value]) =>
      typeof value === 'string' && !['idType', 'idCardType', 'birthday', 'address'].includes(name),
  )
  const tooLong = Object.fromEntries(texts.map(([name]) => [name, 'x'.repeat(501)]))

  const answer = await api.post('/v1/customers', { ...everything, ...tooLong })

  expect(
    answer.error?.details.toSorted((a, b) => (a.field ?? '').localeCompare(b.field ?? '')),
  ).toEqual(
    texts
      .map(([name]) => ({ field: `data.${name}`, rule: 'maxLength' }))
      .toSorted((a, b) => a.field.localeCompare(b.field)),
  )
})

test('what is empty or null counts as not given', async () => {
  const empty = { idType: null, customerRelation: null, phone: '', birthday: ' ', isAbroad: null }

  expect(await create(api, { idNo: OTHER_PERSON, ...empty })).toMatchObject({ idType: 'person' })
})

test('a missing envelope, or a body that cannot be read, is one fault', async () => {
  const headers = { 'content-type': 'application/json' }
  const send = (body: string | Buffer) =>
    api.send({ method: 'POST', path: '/v1/customers', headers, body })

  expect(refusal(await send('{}'))).toEqual(invalid(['data', 'required']))
  expect(refusal(await send('{"data":[]}'))).toEqual(invalid(['data', 'type']))
  expect(refusal(await send('{'))).toEqual(invalid(['data', 'json']))
  const inAnotherEncoding = Buffer.from('{"data":{"idNo":"1","nameSurname":"Gül"}}', 'latin1')
  expect(refusal(await send(inAnotherEncoding))).toEqual(invalid(['data', 'json']))
})

test.each([
  ['/v1/customers?page=0', ['page', 'minimum']],
  ['/v1/customers?page=x', ['page', 'type']],
  ['/v1/customers?pageSize=101', ['pageSize', 'maximum']],
  ['/v1/customers?pageSize=0', ['pageSize', 'minimum']],
  ['/v1/customers?sort=idNo', ['sort', 'pattern']],
  ['/v1/customers?sort=createdDate:up', ['sort', 'pattern']],
  ['/v1/customers?filter[idNo]=1', ['filter[idNo]', 'unknown']],
  ['/v1/customers?idType=person', ['idType', 'unknown']],
  ['/v1/customers?filter[idType]=human', ['filter[idType]', 'enum']],
  ['/v1/customers?filter[idCardType]=visa', ['filter[idCardType]', 'enum']],
  ['/v1/customers?filter[recordLevel]=5', ['filter[recordLevel]', 'maximum']],
  ['/v1/customers?filter[recordLevel]=-1', ['filter[recordLevel]', 'minimum']],
  ['/v1/customers?filter[recordLevel]=1.5', ['filter[recordLevel]', 'type']],
  ['/v1/customers?filter[isVerify]=1', ['filter[isVerify]', 'type']],
  ['/v1/customers?filter[isValid]=yes', ['filter[isValid]', 'type']],
  ['/v1/customers?filter[isPhoto]=TRUE', ['filter[isPhoto]', 'type']],
  ['/v1/customers?filter[saveType]=cash', ['filter[saveType]', 'enum']],
  ['/v1/customers?filter[label]=a&filter[label]=b', ['filter[label]', 'type']],
  ['/v1/customers?filter[updatedSince]=2026-11-20T10:00', ['filter[updatedSince]', 'format']],
  ['/v1/customers/42', ['id', 'pattern']],
  ['/v1/customers/checks', ['id', 'pattern']],
  ['/v1/customers/check', ['idNo', 'requiredOneOf']],
  ['/v1/customers/check?idNo=', ['idNo', 'requiredOneOf']],
  ['/v1/customers/check?idNo=%20&nameSurname=', ['idNo', 'requiredOneOf']],
  ['/v1/customers/check?idNo=1&idNo=2', ['idNo', 'type']],
  ['/v1/customers/check?idNo=1&page=1', ['page', 'unknown']],
  ['/v1/compliance/customer-events?sort=recordLevel', ['sort', 'pattern']],
  ['/v1/compliance/customer-events?sort=createdAt', ['sort', 'pattern']],
  ['/v1/compliance/customer-events?q=x', ['q', 'unknown']],
  ['/v1/compliance/customer-events?filter[recordLevel]=x', ['filter[recordLevel]', 'type']],
  ['/v1/compliance/customer-events?filter[startDate]=x', ['filter[startDate]', 'format']],
  ['/v1/compliance/customer-events?filter[endDate]=2026-02-30', ['filter[endDate]', 'format']],
  ['/v1/compliance/customer-events?filter[customerId]=x', ['filter[customerId]', 'unknown']],
  ['/v1/compliance/customer-events/xyz', ['id', 'pattern']],
  ['/v1/compliance/idv-sessions/123', ['id', 'pattern']],
  ['/v1/compliance/idv-sessions/65f00000000000000000000g', ['id', 'pattern']],
  ['/v1/compliance/verifications/-', ['id', 'pattern']],
] as const)('GET %s', async (path, fault) => {
  expect(refusal(await api.get(path))).toEqual(invalid(fault))
})

const places = [
  ['customers', '/v1/customers'],
  ['customers', '/v1/customers/check?idNo=1'],
  ['customers', '/v1/customers/65f000000000000000000001'],
  ['compliance', '/v1/compliance/customer-events'],
  ['compliance', '/v1/compliance/customer-events/65f000000000000000000001'],
  ['compliance', '/v1/compliance/idv-sessions/65f000000000000000000001'],
  ['compliance', '/v1/compliance/verifications/65f000000000000000000001'],
] as const

test('each endpoint checks its right before anything else', async () => {
  const only = async (right: string) => (await newDealer(system, { key: { rights: [right] } })).api
  const apis = { customers: await only('customers'), compliance: await only('compliance') }
  const other = { customers: apis.compliance, compliance: apis.customers }

  for (const [right, path] of places) {
    expect(refusal(await other[right].get(path))).toEqual([403, 'AUTH_FORBIDDEN', []])
    const { status } = await apis[right].get(path)
    expect([path, status]).toEqual([path, path.includes('65f0') ? 404 : 200])
  }
  expect((await apis.compliance.post('/v1/customers', {})).status).toBe(403)
  expect((await apis.customers.post('/v1/customers', person())).status).toBe(201)
})

test('every request needs credentials', async () => {
  const nobody = apiAt(system.baseUrl)

  for (const [, path] of places) {
    expect((await nobody.get(path)).status).toBe(401)
  }
  expect((await nobody.post('/v1/customers', person())).status).toBe(401)
})

test.each([
  ['PUT', '/v1/customers'],
  ['DELETE', '/v1/customers/65f000000000000000000001'],
  ['POST', '/v1/customers/check'],
  ['POST', '/v1/compliance/customer-events'],
  ['GET', '/v1/compliance/idv-sessions'],
  ['POST', '/v1/compliance/verifications'],
])('%s %s is no endpoint', async (method, path) => {
  expect((await api.send({ method, path })).status).toBe(404)
})
