import { expect, test } from 'vitest'
import { parseStrictJson } from '#kernel/domain/strict-json.ts'
import { idvSessionEvents } from '#kernel/events/idv-session.ts'
import { PERSON } from '#test/support/forms.ts'
import { recordEvents } from '#test/support/stored-events.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { basic } from '#test/support/system-client.ts'
import { type Dealer, type Line, newDealer, recordId } from '#test/support/system-dealer.ts'
import { withLog } from '#test/support/with-log.ts'

const system = systemForThisFile()

const dataSet = {
  result: 'verified',
  score: 0.98,
  document: { kind: 'idCard', pages: [1, 2], notes: null },
  'ünlü "anahtar" \\ \u0001': 'ESC \u001b, emoji 🪙',
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
    dataSet,
  })
})

/** Writes an event of the session, as an import of an earlier version has. */
async function record({ companyId }: Dealer, sessionId: string, json: string) {
  const at = '2026-11-20T09:45:00.000Z'
  const data = { companyId, sessionId, personRef: 'ref', createdAt: at, updatedAt: at }
  await withLog(system, async (log) => {
    await recordEvents(log, {
      family: idvSessionEvents,
      events: [
        { type: 'SessionRecorded', data: { ...data, session: { idNo: PERSON, dataSet: json } } },
      ],
      stream: `idvSession-${sessionId}`,
      companyId,
      owner: { purpose: 'customer', person: PERSON },
    })
  })
}

const versionsOf = (id: string) =>
  withLog(system, async ({ eventStore }) => {
    const events = await eventStore.readStream(`idvSession-${id}`, { maxCount: 10 })
    return events.length
  })

const DIGITS =
  '{"m":12345678901234567890,"h":1e400,"z":-0,"p":1.10,"e":1E+2,"s":0.1000000000000000000001,"n":[[-0.0,{"d":1.0}]],"i":7}'

/** The digits of the answer itself: a reader of JSON would round them. */
async function dataSetText({ credentials }: Dealer, id: string) {
  const headers = { authorization: basic(credentials) }
  const response = await fetch(system.baseUrl + path(id), { headers })
  return /"dataSet":(.*)\},"meta"/.exec(await response.text())?.[1]
}

test('numbers come back digit for digit, and the same line again changes nothing', async () => {
  const dealer = await newDealer(system)
  const id = recordId()
  const line = session({ id, dataSet: parseStrictJson(DIGITS) })
  await dealer.import(line)

  expect(await dataSetText(dealer, id)).toBe(DIGITS)
  const { updatedAt, ...rest } = line.data
  const reordered = { kind: 'idvSession', data: { ...rest, updatedAt } }
  expect(JSON.stringify(reordered)).not.toBe(JSON.stringify(line))
  await dealer.import(reordered)
  expect(await versionsOf(id)).toBe(1)
  await dealer.import(session({ id, dataSet: parseStrictJson(DIGITS.replace('1.10', '1.1')) }))
  expect(await dataSetText(dealer, id)).toBe(DIGITS.replace('1.10', '1.1'))
})

test('a session that a released version recorded is read as before', async () => {
  const dealer = await newDealer(system)
  const id = recordId()
  const released = { score: 0.98, 'NUL \u0000': 'half \ud800' }
  await record(dealer, id, JSON.stringify(released))

  await expect
    .poll(async () => (await dealer.api.get(path(id))).data)
    .toMatchObject({ dataSet: released })
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
