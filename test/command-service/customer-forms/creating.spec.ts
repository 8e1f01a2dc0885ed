import { expect, test } from 'vitest'
import {
  COMPANY,
  create,
  createdIn,
  duplicateOf,
  everything,
  OTHER_PERSON,
  PERSON,
  person,
  verificationIn,
} from '#test/support/forms.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

const verification = (id: string) => `/v1/compliance/verifications/${id}`

test('a form waits for approval, and can be followed at once', async () => {
  const { api } = await newDealer(system)

  const answer = await api.post('/v1/customers', person())

  expect(answer.status).toBe(201)
  expect(answer.headers['x-event-position']).toMatch(/^\d+$/)
  const form = createdIn(answer)
  expect(answer.data).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    idNo: PERSON,
    nameSurname: 'Ayşe Işık',
    idType: 'person',
    idCardType: 'idCard',
    isApproval: false,
    isSigned: false,
    masakStatus: 0,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    updatedAt: form.createdAt,
  })
  expect(Math.abs(Date.parse(form.createdAt) - Date.now())).toBeLessThan(60_000)
  const followed = await api.get(verification(form.id))
  expect(followed.data).toEqual({
    ...form,
    birthday: null,
    nationality: null,
    approvedAt: null,
    signedAt: null,
    status: 'pending',
  })
})

test('a company’s form accepts every field', async () => {
  const { api } = await newDealer(system)

  const form = createdIn(await api.post('/v1/customers', everything))

  expect(form).toMatchObject({ idNo: COMPANY, idType: 'company', idCardType: 'other' })
  expect(verificationIn(await api.get(verification(form.id)))).toMatchObject({
    nameSurname: 'IŞIK A.Ş.',
    birthday: '1981-02-05',
  })
})

test('a passport number and a name in any script are accepted', async () => {
  const { api } = await newDealer(system)

  const form = await create(api, {
    idNo: ' U12345678 ',
    idCardType: 'passport',
    nameSurname: 'Нина 李 O’Neil',
  })

  expect(form).toMatchObject({ idNo: 'U12345678', nameSurname: 'Нина 李 O’Neil' })
})

test('a second form of the same number is refused while the first one waits', async () => {
  const { api } = await newDealer(system)
  const first = await create(api)

  const again = await api.post('/v1/customers', person({ nameSurname: 'Başka Biri' }))

  expect(refusal(again)).toEqual(duplicateOf(first.id))
  expect((await create(api, { idNo: OTHER_PERSON })).id).not.toBe(first.id)
})

test.each([
  ['approval', { isApproval: true }],
  ['rejection', { rejected: true }],
  ['deletion', { deleted: true }],
])('%s allows the next form', async (_what, decision) => {
  const dealer = await newDealer(system)
  const first = await create(dealer.api)
  await dealer.import({ kind: 'formDecision', data: { formId: first.id, ...decision } })

  const second = await create(dealer.api)

  expect(second.id).not.toBe(first.id)
  expect(refusal(await dealer.api.post('/v1/customers', person()))).toEqual(duplicateOf(second.id))
})

test('a signature or a MASAK result does not allow the next form', async () => {
  const dealer = await newDealer(system)
  const first = await create(dealer.api)
  const decision = { formId: first.id, isSigned: true, masakStatus: 1 }
  await dealer.import({ kind: 'formDecision', data: decision })

  expect(refusal(await dealer.api.post('/v1/customers', person()))).toEqual(duplicateOf(first.id))
})

test('a form whose approval was taken back waits again', async () => {
  const dealer = await newDealer(system)
  const first = await create(dealer.api)
  await dealer.import({ kind: 'formDecision', data: { formId: first.id, isApproval: true } })
  await dealer.import({ kind: 'formDecision', data: { formId: first.id, isApproval: false } })

  expect(refusal(await dealer.api.post('/v1/customers', person()))).toEqual(duplicateOf(first.id))
})

test('of forty concurrent requests one creates a form, and the others name it', async () => {
  const { api } = await newDealer(system)

  const answers = await Promise.all(
    Array.from({ length: 40 }, () => api.post('/v1/customers', person())),
  )

  const made = answers.filter(({ status }) => status === 201)
  expect(made).toHaveLength(1)
  const [form] = made.map(createdIn)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(refusal(answer)).toEqual(duplicateOf(form?.id ?? ''))
  }
})

test('forty concurrent forms of different people are created, and each reads as answered', async () => {
  const { api } = await newDealer(system)
  const numbers = Array.from({ length: 40 }, (_, index) => `P${1_000_000 + index}`)

  const forms = await Promise.all(numbers.map((idNo) => create(api, { idNo })))

  expect(new Set(forms.map(({ id }) => id)).size).toBe(40)
  for (const form of forms) {
    expect((await api.get(verification(form.id))).data).toMatchObject(form)
  }
})
