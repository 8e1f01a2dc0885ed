import { expect, test } from 'vitest'
import { ask, callsAt, newShop, order, PATH, verificationIn } from '#test/support/kmts-queries.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Api, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

const ANY_ID = '65f000000000000000000001'
const forbidden = [403, 'AUTH_FORBIDDEN', []]
const notFound = [404, 'RESOURCE_NOT_FOUND', []]

const answersTo = async (api: Api) =>
  (await Promise.all([ask(api, 'KMV-1'), api.get(PATH), api.get(`${PATH}/${ANY_ID}`)])).map(refusal)

const three = <T>(value: T) => [value, value, value]

test('a company without access to KMTS is refused, with any rights of its keys', async () => {
  const calls = await callsAt(system)
  const all = await newDealer(system, { lines: [] })
  const named = await newDealer(system, { lines: [], key: { rights: ['kmts'] } })

  expect(await answersTo(all.api)).toEqual(three(forbidden))
  expect(await answersTo(named.api)).toEqual(three(forbidden))
  expect(refusal(await all.api.post(PATH, { nonsense: 1 }))).toEqual(forbidden)
  expect(refusal(await all.api.get(`${PATH}/no-id?page=0`))).toEqual(forbidden)
  expect(await callsAt(system)).toEqual(calls)
})

test('removed or granted access applies from the next request on', async () => {
  const { api, companyId, import: importLines } = await newShop(system)
  expect((await ask(api, 'KMV-1')).status).toBe(201)
  const company = { id: companyId, title: 'Kapalıçarşı Sarraf', taxNumber: '4840847211' }

  await importLines({ kind: 'company', data: without(company) })
  await expect.poll(() => answersTo(api)).toEqual(three(forbidden))

  await importLines({ kind: 'company', data: { ...without(company), kmtsEnabled: true } })
  await expect.poll(async () => (await ask(api, 'KMV-1')).status).toBe(201)
  await expect.poll(async () => (await api.get(PATH)).meta?.total).toBe(2)
})

/** Lines of a company name themselves by `id`. */
const without = (company: Readonly<Record<string, unknown>>) => ({
  ...company,
  companyId: undefined,
})

test('another company sees nothing of a query, answered or failed', async () => {
  const { api } = await newShop(system)
  const { api: stranger } = await newShop(system)
  const { id } = verificationIn(await ask(api, 'KMV-1'))
  await order(system, 'error')
  const failed = String((await ask(api, 'KMV-2')).error?.details[0]?.verificationId)

  const answers = await Promise.all(
    [id, failed, ANY_ID].map((each) => stranger.get(`${PATH}/${each}`)),
  )
  expect(answers.map(refusal)).toEqual(three(notFound))
  expect(new Set(answers.map(({ error }) => error?.message)).size).toBe(1)
  expect((await stranger.get(PATH)).meta?.total).toBe(0)
  expect((await stranger.get(`${PATH}?scannedCode=KMV-1`)).meta?.total).toBe(0)
  expect((await api.get(PATH)).meta?.total).toBe(2)
})
