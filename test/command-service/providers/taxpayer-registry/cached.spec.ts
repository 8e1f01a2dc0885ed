import { expect, test } from 'vitest'
import {
  cachedTaxpayerRegistry,
  type TaxpayerCache,
} from '#command/providers/taxpayer-registry/cached.ts'
import { httpTaxpayerRegistry } from '#command/providers/taxpayer-registry/http.ts'
import { destroyedKeys } from '#kernel/platform/vault/destroyed-keys.ts'
import { put, sandboxForThisTest } from '#test/support/running-sandbox.ts'

const DAY_MS = 86_400_000
const taxNumber = '4840847211'

test('an answer is requested once, also for concurrent callers', async () => {
  const { calls, registry } = await cacheForThisTest({ maximumEntries: 10 })
  const together = [registry.isEInvoiceTaxpayer(taxNumber), registry.isEInvoiceTaxpayer(taxNumber)]
  expect(await Promise.all(together)).toEqual([false, false])
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(false)
  expect(calls()).toBe(1)
})

test('a "yes" is believed longer than a "no"', async () => {
  const { url, registry } = await cacheForThisTest({ noMs: 100 })
  const entry = `${url}/__sandbox/taxpayers/${taxNumber}`
  await put(entry, { eInvoice: true })
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(true)
  await put(entry, { eInvoice: false })
  expect(await registry.isEInvoiceTaxpayer('0843118681')).toBe(false)
  await put(`${url}/__sandbox/taxpayers/0843118681`, { eInvoice: true })
  await expect.poll(() => registry.isEInvoiceTaxpayer('0843118681')).toBe(true)
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(true)
})

test('for an official document it is asked afresh, and the answer is remembered', async () => {
  const { url, calls, registry } = await cacheForThisTest({})
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(false)
  await put(`${url}/__sandbox/taxpayers/${taxNumber}`, { eInvoice: true })
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(false)
  expect(await registry.isEInvoiceTaxpayer(taxNumber, { isForOfficial: true })).toBe(true)
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(true)
  expect(calls()).toBe(2)
})

test('an expired answer is requested again', async () => {
  const { url, registry } = await cacheForThisTest({ noMs: 100, maximumEntries: 10 })
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(false)
  await put(`${url}/__sandbox/taxpayers/${taxNumber}`, { eInvoice: true })
  await expect.poll(() => registry.isEInvoiceTaxpayer(taxNumber)).toBe(true)
})

test('an unclear answer is not cached', async () => {
  const { state, calls, registry } = await cacheForThisTest({ maximumEntries: 10 })
  state.faults.order({ operation: 'taxpayer.lookup', mode: 'error', times: 1, delayMs: 0 })
  await expect(registry.isEInvoiceTaxpayer(taxNumber)).rejects.toThrow('status 500')
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(false)
  expect(calls()).toBe(2)
})

test('beyond its limit it evicts the least recently used number, never one in flight', async () => {
  const { calls, registry } = await cacheForThisTest({ maximumEntries: 1 })
  const numbers = ['4840847211', '0843118681', '3900383669']
  const answers = numbers.map((number) => registry.isEInvoiceTaxpayer(number))
  expect(await Promise.all(answers)).toEqual([false, false, false])
  await registry.isEInvoiceTaxpayer('4840847211')
  expect(calls()).toBe(4)
})

test('when a person is forgotten it forgets all numbers', async () => {
  const { calls, registry, destroyed } = await cacheForThisTest({})
  await registry.isEInvoiceTaxpayer('4840847211')
  destroyed.add(['key-1'])
  await registry.isEInvoiceTaxpayer('4840847211')
  expect(calls()).toBe(2)
})

async function cacheForThisTest(given: Partial<TaxpayerCache>) {
  const { url, state } = await sandboxForThisTest()
  const limits = { yesMs: DAY_MS, noMs: DAY_MS, maximumEntries: 10, ...given }
  const destroyed = destroyedKeys()
  const asked = httpTaxpayerRegistry({ url, timeoutMs: 5_000 })
  const registry = cachedTaxpayerRegistry(asked, limits, destroyed)
  return {
    url,
    state,
    registry,
    destroyed,
    calls: () => state.calls.list('taxpayer.lookup').length,
  }
}
