import { expect, test } from 'vitest'
import { PERSON } from '#test/support/forms.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { type Line, newDealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

const dataSet = {
  result: 'verified',
  score: 0.98,
  document: { kind: 'idCard', pages: [1, 2], notes: null },
  'ünlü "anahtar" \\ \u0000': 'NUL \u0000, half \ud800, emoji 🪙',
}

const session = (data: object = {}): Line => ({
  kind: 'idvSession',
  data: {
    id: recordId(),
    idNo: PERSON,
    createdAt: '2026-11-20T09:45:00Z',
    updatedAt: '2026-11-20T12:46:00.5+03:00',
    dataSet,
    ...data,
  },
})

const path = (id: string) => `/v1/compliance/idv-sessions/${id}`

test('a session is read as the verifier delivered it', async () => {
  const dealer = await newDealer(system)
  const id = recordId()
  await dealer.import(session({ id }))

  const { data } = await dealer.api.get(path(id))

  expect(data).toEqual({
    id,
    idNo: PERSON,
    createdAt: '2026-11-20T09:45:00.000Z',
    updatedAt: '2026-11-20T09:46:00.500Z',
    dataSet: JSON.parse(JSON.stringify(dataSet)),
  })
})

test('a continued session is read in its present state', async () => {
  const dealer = await newDealer(system)
  const id = recordId()
  await dealer.import(session({ id }))
  await dealer.import(session({ id, updatedAt: '2026-11-21', dataSet: {} }))

  expect((await dealer.api.get(path(id))).data).toMatchObject({
    updatedAt: '2026-11-21T00:00:00.000Z',
    dataSet: {},
  })
})

test('a data set of nearly 256 KiB is kept whole', async () => {
  const dealer = await newDealer(system)
  const id = recordId()
  const photo = 'ş'.repeat(125_000)
  await dealer.import(session({ id, dataSet: { photo } }))

  expect((await dealer.api.get(path(id))).data).toMatchObject({ dataSet: { photo } })
})

test('another company’s session looks like an unknown one', async () => {
  const [one, two] = [await newDealer(system), await newDealer(system)]
  const id = recordId()
  await one.import(session({ id }))

  const theirs = await two.api.get(path(id))

  expect(refusal(theirs)).toEqual([404, 'RESOURCE_NOT_FOUND', []])
  expect(theirs.error).toEqual((await two.api.get(path(recordId()))).error)
})

let stranger: ReturnType<typeof newDealer> | undefined

test.each([
  [{ dataSet: [] }, 'dataSet: must be an object'],
  [{ dataSet: 'x' }, 'dataSet: must be an object'],
  [{ dataSet: undefined }, 'dataSet: is required'],
  [{ createdAt: '2026-11-20T09:45' }, 'createdAt: must be a date'],
  [{ updatedAt: undefined }, 'updatedAt: is required'],
  [{ state: 'x' }, 'state: is not a field of idvSession'],
])('a line with %j is refused', async (data, fault) => {
  stranger ??= newDealer(system)
  const dealer = await stranger

  await expect(dealer.import(session(data))).rejects.toThrow(`line 1: ${fault}`)
})
