import { expect, onTestFinished, test } from 'vitest'
import { startTracing } from '#kernel/platform/tracing/tracing.ts'
import { auditorOf } from '#test/audit/auditing.ts'
import { ask, newShop, verificationIn } from '#test/support/kmts-queries.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { type ReceivedSpan, spanReceiver } from '#test/support/span-receiver.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { basic } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { manual, PERSON } from '#test/support/vouchers.ts'

const system = systemForThisFile()
const ARRIVED = { timeout: LONGEST_WAIT_MS, interval: 50 }
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const caller = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }

async function tracingForThisTest() {
  const receiver = await spanReceiver()
  const { endpoint } = receiver
  const close = await startTracing({ service: 'all parts', endpoint })
  onTestFinished(close)
  return receiver
}

const historyOf = async (companyId: string, id: string) =>
  auditorOf(system).history('kmts-verification', id, '--company', companyId)

test('a query of the register is one trace, from the gateway to the read models', async () => {
  const { api, companyId } = await newShop(system)
  const receiver = await tracingForThisTest()

  const { id } = verificationIn(await ask(api, 'KMV-1', caller))

  const spans = () => receiver.spans().filter(({ traceId }) => traceId === TRACE)
  const wanted = ['project', 'POST /v1/kmts-verifications', 'POST command']
  await expect
    .poll(() => spans().map(({ name }) => name), ARRIVED)
    .toEqual(expect.arrayContaining(wanted))
  const parentOf = (name: string) => {
    const { parentSpanId } = named(spans(), name)
    return spans().find(({ spanId }) => spanId === parentSpanId)?.name
  }
  expect(named(spans(), 'POST command').parentSpanId).toBe('00f067aa0ba902b7')
  expect(parentOf('POST /v1/kmts-verifications')).toBe('POST command')
  for (const name of ['append kmtsVerification', 'kmts query', 'project']) {
    expect(parentOf(name)).toBe('POST /v1/kmts-verifications')
  }
  for (const line of await historyOf(companyId, id)) expect(line.traceId).toBe(TRACE)
})

test('without a receiver, events keep the trace of their caller, if it has one', async () => {
  const { api, companyId } = await newShop(system)
  const tracesOf = async (headers: Record<string, string>) => {
    const { id } = verificationIn(await ask(api, 'KMV-1', headers))
    return new Set((await historyOf(companyId, id)).map(({ traceId }) => traceId))
  }

  expect(await tracesOf(caller)).toEqual(new Set([TRACE]))
  expect(await tracesOf({})).toEqual(new Set([null]))
  const nonsense = '00-10000000146-Ayşe-01'
  expect(await tracesOf({ traceparent: encodeURIComponent(nonsense) })).toEqual(new Set([null]))
})

test('spans say nothing of persons, of credentials, or of what was searched for', async () => {
  const { api, credentials } = await newDealer(system)
  const receiver = await tracingForThisTest()
  const customerInfo = { phone: '905321234567' }

  const sale = manual({ nameSurname: 'Zeynep Kuyumcu', customerInfo })
  expect((await api.post('/v1/expenses', sale, caller)).status).toBe(201)
  expect((await api.get(`/v1/expenses?idNo=${PERSON}&search=Zeynep`)).status).toBe(400)
  expect((await api.get(`/v1/customers/${PERSON}`)).status).toBe(400)

  const wanted = ['POST /v1/expenses', 'GET /v1/expenses', 'project', 'GET query']
  for (const name of wanted) await expect.poll(receiver.text, ARRIVED).toContain(name)
  const login = basic(credentials).replace('Basic ', '')
  const secrets = [PERSON, 'Zeynep', 'Kuyumcu', '905321234567', 'search', '127.0.0.1']
  for (const secret of [...secrets, credentials.secretKey, login]) {
    expect(receiver.text()).not.toContain(secret)
  }
})

function named(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const span = spans.find((one) => one.name === name)
  if (span === undefined) throw new Error(`no span ${name}`)
  return span
}
