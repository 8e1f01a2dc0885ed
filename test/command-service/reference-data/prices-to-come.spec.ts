import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { TemplateItem } from '#kernel/contract/templates.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Api, apiAt, dataOf } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { createdIn, fromBank, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()
const patience = { timeout: LONGEST_WAIT_MS }
const HOUR_MS = 60 * 60 * 1_000
const ahead = (milliseconds: number) => instantOf(Date.now() + milliseconds)

const gold = (price: string, at?: string) => ({
  kind: 'price',
  data: { material: 'gold', price, ...(at !== undefined && { at }) },
})

const Priced = Type.Object({ exchanges: Type.Number() })

async function previewed(api: Api) {
  return dataOf(Priced, await api.post('/v1/expenses/preview', manual())).exchanges
}

async function offered(api: Api) {
  const answer = await api.get('/v1/expenses/templates?material=gold')
  return new Set(dataOf(Type.Array(TemplateItem), answer).map(({ exchange }) => exchange))
}

/** What each instance answers. */
const answersOf = (instances: readonly Api[], { api }: Dealer) =>
  Promise.all([...instances.map(previewed), offered(api).then((prices) => [...prices].join())])

test('a price for tomorrow changes nothing today, and does not silence today’s prices', async () => {
  const dealer = await newDealer(system)
  await dealer.import(gold('5900.00'))
  await dealer.import(gold('6100.00', ahead(24 * HOUR_MS)))
  expect(await answersOf([dealer.api], dealer)).toEqual([5900, '5900'])

  await dealer.import(gold('5950.00', ahead(0)))

  expect(await answersOf([dealer.api], dealer)).toEqual([5950, '5950'])
  const booking = await dealer.transaction({ transactionDate: ahead(-72 * HOUR_MS) })
  const vouchers = [manual(), fromBank(booking)].map((asked) =>
    dealer.api.post('/v1/expenses', asked),
  )
  expect((await Promise.all(vouchers)).map((answer) => createdIn(answer).price)).toEqual([
    5950, 5950,
  ])
})

test('where only a price to come is known there is none', async () => {
  const dealer = await newDealer(system)
  const answer = () => dealer.api.post('/v1/expenses/preview', manual({ templateKey: 'platin' }))
  await dealer.import({
    kind: 'price',
    data: { material: 'platin', price: '1500', at: ahead(HOUR_MS) },
  })
  expect((await answer()).status).toBe(422)
  const templates = await dealer.api.get('/v1/expenses/templates?material=platin')
  expect(templates.data).toMatchObject([{ exchange: 0 }])
})

test('a price begins by itself in every instance, also in one that starts meanwhile', async () => {
  const dealer = await newDealer(system)
  const other = await anotherCommandService(system)
  const beginsAt = Date.now() + 6_000
  await dealer.import(gold('5900.00'), gold('6100.00', instantOf(beginsAt)))
  const started = await anotherCommandService(system)
  const instances = [system.baseUrl, other.url, started.url].map((url) =>
    apiAt(url, dealer.credentials),
  )

  const before = await answersOf(instances, dealer)
  // A busy machine may ask later than meant.
  const isEarly = Date.now() < beginsAt
  expect(isEarly ? before : [5900, 5900, 5900, '5900']).toEqual([5900, 5900, 5900, '5900'])

  await expect
    .poll(() => answersOf(instances, dealer), patience)
    .toEqual([6100, 6100, 6100, '6100'])
  expect(Date.now()).toBeGreaterThanOrEqual(beginsAt - 1_000)
})
