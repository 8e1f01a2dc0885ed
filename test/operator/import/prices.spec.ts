import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { followReferenceData } from '#command/reference-data/follow.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { type Dealer, newDealer } from '#test/support/import-lines.ts'
import { dataIn, importing, systemForThisFile } from '#test/support/operator.ts'
import { priceBefore, type Told } from '#test/support/prices.ts'

const system = systemForThisFile()

const MINUTE_MS = 60_000
const minutesFrom = (from: number) => (minutes: number) => instantOf(from + minutes * MINUTE_MS)

/** What a command service that starts now knows. */
async function known() {
  const following = followReferenceData({ ...system(), logger: silentLogger })
  onTestFinished(following.close)
  await following.caughtUp
  return following.data
}

const unchanged = (count: number) => ({ imported: 0, unchanged: count })
const pricesOf = ({ companyId }: Dealer) => dataIn(system(), `price-${companyId}_gold`)

test('without a date today’s price is no news while another one is to come', async () => {
  const dealer = newDealer()
  const at = minutesFrom(Date.now())
  const file = [dealer.price(), dealer.price({ at: at(60), price: '6100' })]
  await importing(system(), [dealer.company(), ...file])
  expect(await importing(system(), file)).toEqual(unchanged(2))
  expect(await importing(system(), [dealer.price({ price: '5950' })])).toMatchObject({
    imported: 1,
  })
  const data = await known()
  expect([1, 61].map((minute) => data.price(dealer.companyId, 'gold', at(minute)))).toEqual([
    '5950',
    '6100',
  ])
})

test('more prices to come than an event carries are known all the same', async () => {
  const dealer = newDealer()
  const at = minutesFrom(Date.now())
  const lines = Array.from({ length: 150 }, (_, minute) =>
    dealer.price({ at: at(minute + 10), price: 6000 + minute }),
  )
  await importing(system(), [dealer.company(), dealer.price(), ...lines])
  expect(await importing(system(), [dealer.price(), ...lines])).toEqual(unchanged(151))
  const data = await known()
  expect([1, 10, 130, 170].map((m) => data.price(dealer.companyId, 'gold', at(m)))).toEqual([
    '5900',
    '6000',
    '6120',
    '6149',
  ])
  const carried = (await pricesOf(dealer)).map((one) => JSON.stringify(one['toCome']).length)
  expect(Math.max(...carried)).toBeLessThan(6_000)
})

test('what can never count again is not carried', async () => {
  const dealer = newDealer()
  const at = minutesFrom(Date.now())
  const lines = [-40, -10, -30, -20].map((minute) =>
    dealer.price({ at: at(minute), price: 1 - minute }),
  )
  await importing(system(), [dealer.company(), ...lines])
  expect((await pricesOf(dealer)).at(-1)).toMatchObject({
    inForce: { price: '11', at: at(-10) },
    toCome: [],
  })
})

const told = fc.record({
  minute: fc.option(fc.constantFrom(-4, -1, 0, 1, 3, 4), { nil: undefined }),
  price: fc.integer({ min: 1, max: 3 }),
})

test('in whatever order prices are told, the last one begun counts', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(told, { minLength: 1, maxLength: 10 }),
      fc.nat(9),
      async (all, cut) => {
        const dealer = newDealer()
        const at = minutesFrom(Date.now() - 2 * MINUTE_MS)
        await importing(system(), [dealer.company()])
        for (const file of [all.slice(0, cut), all.slice(cut)].filter(({ length }) => length > 0)) {
          const lines = file.map(({ minute, price }) =>
            dealer.price({ price, ...(minute !== undefined && { at: at(minute) }) }),
          )
          await importing(system(), lines)
        }
        const data = await known()
        const model: Told[] = []
        for (const { minute, price } of all) {
          const isNoNews = minute === undefined && priceBefore(model, at(2)) === `${price}`
          if (!isNoNews) model.push({ at: at(minute ?? 2), price: `${price}` })
        }
        for (const minute of [2.5, 3, 4, 5]) {
          const asked = at(minute)
          expect(data.price(dealer.companyId, 'gold', asked)).toBe(priceBefore(model, asked))
        }
      },
    ),
    { numRuns: 6 },
  )
})
