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
import { type Api, refusal } from '#test/support/system-client.ts'
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
