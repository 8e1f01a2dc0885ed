// @module-tag one-node

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import {
  ask,
  callsAt,
  listIn,
  newShop,
  order,
  PATH,
  verificationIn,
} from '#test/support/kmts-queries.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Api, apiAt } from '#test/support/system-client.ts'

const KMTS_TIMEOUT_MS = '1000'
const system = systemForThisFile({ KMTS_TIMEOUT_MS })
const READY = { timeout: 20_000, interval: 50 }
/** As long as a query may take, and what it takes to record it, and a little. */
const ENDED = { timeout: 20_000, interval: 200 }

const outcomes = async (api: Api) => listIn(await api.get(PATH)).map(({ outcome }) => outcome)
const untilReady = (url: string) =>
  vi.waitUntil(async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok, READY)

test('a query whose service is killed ends as a provider error, and is never sent again', async () => {
  const { api, credentials } = await newShop(system)
  const { child, url } = await commandServiceProcess()
  const calls = (await callsAt(system)).length
  await order(system, 'timeout')
  const broken = ask(apiAt(url, credentials), 'KMV-1').catch(() => 'broken')
  await expect.poll(async () => (await callsAt(system)).length, READY).toBe(calls + 1)

  child.kill('SIGKILL')

  expect(await broken).toBe('broken')
  expect(await outcomes(api)).toEqual(['pending'])
  await expect.poll(() => outcomes(api), ENDED).toEqual(['provider_error'])
  const [record] = listIn(await api.get(PATH))
  expect(record).toMatchObject({
    errorCode: 'KMTS_PROVIDER_UNAVAILABLE',
    retryable: true,
    durationMs: null,
  })
  expect(await callsAt(system)).toHaveLength(calls + 1)
})

test('without the log there is no query; if the log fails during a query, the response names the attempt', async () => {
  const { api, credentials } = await newShop(system)
  const proxy = await proxyToTheLog()
  const service = await anotherCommandService(system, {
    KMTS_TIMEOUT_MS: '10000',
    EVENTSTORE_URL: proxy.url,
  })
  await untilReady(service.url)
  const calls = (await callsAt(system)).length
  // Long enough to take the log away before the answer comes, also on a busy machine.
  await order(system, 'slow', { delayMs: 3_000 })

  const asked = ask(apiAt(service.url, credentials), 'KMV-1')
  await expect.poll(async () => (await callsAt(system)).length, READY).toBe(calls + 1)
  proxy.close()
  const meanwhile = await asked
  const afterwards = await ask(apiAt(service.url, credentials), 'KMV-2')

  expect([meanwhile.status, meanwhile.error?.code]).toEqual([503, 'KMTS_HISTORY_WRITE_FAILED'])
  const { verificationId } = meanwhile.error?.details[0] ?? {}
  await expect.poll(() => outcomes(api), ENDED).toEqual(['provider_error'])
  expect(verificationIn(await api.get(`${PATH}/${verificationId}`)).scannedCode).toBe('KMV-1')
  expect([afterwards.status, afterwards.error?.code]).toEqual([503, 'KMTS_HISTORY_WRITE_FAILED'])
  expect(afterwards.error?.details).toEqual([
    { field: 'request', rule: 'unavailable', retryAfter: expect.any(Number), retryable: true },
  ])
  expect(await callsAt(system)).toHaveLength(calls + 1)
})

async function commandServiceProcess() {
  const port = await freePort()
  const child = spawn(process.execPath, ['command-service/main.ts'], {
    env: {
      PORT: String(port),
      DATABASE_URL: system.databases.command,
      EVENTSTORE_URL: system.eventStoreUrl,
      VAULT_KEY: system.vaultKey,
      INTEGRATOR_URL: system.sandboxUrl,
      KMTS_URL: system.sandboxUrl,
      BANK_GATEWAY_URL: system.sandboxUrl,
      TAXPAYER_REGISTRY_URL: system.sandboxUrl,
      KMTS_TIMEOUT_MS: '10000',
      RATE_PER_KEY: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  return { child, url }
}

/** A way to the system's event store that can be close. */
async function proxyToTheLog() {
  const port = await freePort()
  const target = Number(new URL(system.eventStoreUrl).port)
  const open = new Set<Socket>()
  const proxy = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      open.add(socket)
      socket.on('error', () => undefined)
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  const close = () => {
    proxy.close()
    for (const socket of open) socket.destroy()
  }
  onTestFinished(close)
  return { url: eventStoreUrl(port), close }
}
