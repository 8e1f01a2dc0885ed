import { expect, test } from 'vitest'
import { ProviderUnavailable } from '#command/providers/provider-unavailable.ts'
import { httpTaxpayerRegistry } from '#command/providers/taxpayer-registry/http.ts'
import { freePort } from '#stack/free-port.ts'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import { bodyOf, put, sandboxForThisTest } from '#test/support/running-sandbox.ts'

const taxNumber = '4840847211'

test('only a number that is registered now counts as an e-invoice taxpayer', async () => {
  const { url, registry } = await registryForThisTest()
  await put(`${url}/__sandbox/taxpayers/${taxNumber}`, { eInvoice: true })
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(true)
  expect(await registry.isEInvoiceTaxpayer('10000000146')).toBe(false)
  await put(`${url}/__sandbox/taxpayers/${taxNumber}`, { eInvoice: false })
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(false)
})

test('the registry receives the request id, or a new one', async () => {
  const { url, registry } = await registryForThisTest()
  const requestId = '0b7f5a52-8f6e-4b58-9f39-0d5f3d2b6a01'
  await registry.isEInvoiceTaxpayer(taxNumber, { requestId })
  await registry.isEInvoiceTaxpayer(taxNumber)
  expect(await bodyOf(`${url}/__sandbox/calls?operation=taxpayer.lookup`)).toMatchObject({
    calls: [{ requestId }, { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
  })
})

test('a malformed tax number is no taxpayer, without a call', async () => {
  const { state, registry } = await registryForThisTest()
  expect(await registry.isEInvoiceTaxpayer('U12345678')).toBe(false)
  expect(await registry.isEInvoiceTaxpayer('../health/live')).toBe(false)
  expect(state.calls.list(null)).toEqual([])
})

test.each<FaultMode>([
  'timeout',
  'accept-then-timeout',
  'reject-then-timeout',
  'error',
  'reject',
  'malformed',
  'rate-limited',
  'quota',
  'invalid-file',
])('after the fault %s there is no clear answer, and the next call gets one', async (mode) => {
  const { state, registry } = await registryForThisTest({
    timeoutMs: mode.endsWith('timeout') ? 1_000 : 5_000,
  })
  state.faults.order({ operation: 'taxpayer.lookup', mode, times: 1, delayMs: 0 })
  await expect(registry.isEInvoiceTaxpayer(taxNumber)).rejects.toBeInstanceOf(ProviderUnavailable)
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(false)
})

test('a slow answer within the limit counts', async () => {
  const { state, registry } = await registryForThisTest({ timeoutMs: 2_000 })
  const slow = { operation: 'taxpayer.lookup', mode: 'slow', times: 1 } as const
  state.faults.order({ ...slow, delayMs: 50 })
  expect(await registry.isEInvoiceTaxpayer(taxNumber)).toBe(false)
  state.faults.order({ ...slow, delayMs: 10_000 })
  await expect(registry.isEInvoiceTaxpayer(taxNumber)).rejects.toBeInstanceOf(ProviderUnavailable)
})

test('a registry that does not run, or another server at its address, is unavailable', async () => {
  const { url } = await registryForThisTest()
  const nobody = httpTaxpayerRegistry({
    url: `http://127.0.0.1:${await freePort()}`,
    timeoutMs: 5_000,
  })
  await expect(nobody.isEInvoiceTaxpayer(taxNumber)).rejects.toThrow('ECONNREFUSED')
  const another = httpTaxpayerRegistry({ url: `${url}/__sandbox/`, timeoutMs: 5_000 })
  await expect(another.isEInvoiceTaxpayer(taxNumber)).rejects.toThrow('status 404')
})

async function registryForThisTest({ timeoutMs } = { timeoutMs: 5_000 }) {
  const { url, state } = await sandboxForThisTest()
  return { url, state, registry: httpTaxpayerRegistry({ url, timeoutMs }) }
}
