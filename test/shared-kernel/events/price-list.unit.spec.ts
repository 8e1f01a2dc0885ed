import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf } from '#kernel/domain/instant.ts'
import { listAfter, noPrices, priceAt, withPrice } from '#kernel/events/price-list.ts'
import { cover } from '#test/support/cover.ts'

const at = (hour: number) => instantOf(Date.UTC(2026, 10, 28, hour))
const price = (hour: number, amount: string) => ({ at: at(hour), price: amount })

test('a price to come begins by itself', () => {
  const list = withPrice(withPrice(noPrices, price(8, '5900'), at(9)), price(12, '6100'), at(9))
  expect([9, 11, 12, 13].map((hour) => priceAt(list, at(hour))?.price)).toEqual([
    '5900',
    '5900',
    '6100',
    '6100',
  ])
})

test('what can never count again is dropped', () => {
  const lists = [price(8, '1'), price(10, '2'), price(9, '3')].map((told) => [told])
  const list = lists.flat().reduce((known, told) => withPrice(known, told, at(11)), noPrices)
  expect(list).toEqual({ inForce: price(10, '2'), toCome: [] })
})

test('without a price that has begun there is none', () => {
  const list = withPrice(noPrices, price(12, '6100'), at(9))
  expect([priceAt(list, at(11)), priceAt(noPrices, at(11))]).toEqual([null, null])
})

/** Few moments, so that some are told twice; each comes at the hour or later. */
const told = fc.record({
  hour: fc.integer({ min: 0, max: 12 }),
  amount: fc.integer({ min: 1, max: 99 }).map(String),
  later: fc.integer({ min: 0, max: 2 }),
  isCarried: fc.boolean(),
})

test('at any moment the last price begun counts, in whatever order the prices were told', () => {
  const cases = cover('one is to come', 'an earlier moment comes later')
  cases.assert(
    fc.property(fc.array(told, { maxLength: 12 }), fc.integer({ min: 0, max: 4 }), (all, wait) => {
      let now = 2
      let list = noPrices
      for (const { hour, amount, later, isCarried } of all) {
        now += later
        const after = withPrice(list, price(hour, amount), at(now))
        const carried = isCarried ? after : { inForce: null, toCome: null }
        const data = { companyId: 'c', material: 'gold', ...price(hour, amount), ...carried }
        list = listAfter(list, { ...data, toCome: carried.toCome && [...carried.toCome] }, at(now))
      }
      now += wait
      const begun = all.filter(({ hour }) => hour <= now)
      const hour = Math.max(...begun.map((one) => one.hour))
      const last = begun.findLast((one) => one.hour === hour)
      cases.count('one is to come', begun.length < all.length)
      cases.count('an earlier moment comes later', last !== undefined && all.at(-1) !== last)
      expect(priceAt(list, at(now))?.price).toBe(last?.amount)
    }),
  )
})
