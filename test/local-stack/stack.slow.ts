// @module-tag embedded-parts

import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test, vi } from 'vitest'
import { isAlive, placeForStacks } from '#test/support/running-stack.ts'
import { within } from '#test/support/within.ts'

const List = Compile(Type.Object({ meta: Type.Object({ total: Type.Integer() }) }))

const demo = { authorization: `Basic ${btoa('demo:demo-secret')}` }

const parts = [
  'gateway',
  'command',
  'query',
  'projections',
  'audit',
  'eventStore',
  'postgres',
  'sandbox',
]

test('a start reports its address, becomes ready, and other programs can find it', async () => {
  const place = await placeForStacks()
  const early = askUntilServed(`http://127.0.0.1:${place.port}`)
  const { baseUrl } = await place.start()
  expect(await early).toEqual(new Set([503]))
  const stack = await place.stackFile()

  expect(stack).toMatchObject({ baseUrl, kafkaBrokers: null })
  expect(stack.eventStoreUrl).toMatch(/^esdb:\/\/127\.0\.0\.1:/)
  expect(stack.databaseUrl).toMatch(/^postgres:\/\//)
  expect((await stat(join(place.folder, 'stack.json'))).mode & 0o777).toBe(0o600)
  expect(new Set(Object.keys(stack.pids))).toEqual(new Set(parts))
  const { audit, sandbox, ...others } = stack.pids
  expect(audit).toBe(sandbox)
  expect(new Set([sandbox, ...Object.values(others)]).size).toBe(parts.length - 1)

  for (const url of [baseUrl, stack.commandUrl, stack.queryUrl]) {
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  }
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  for (const service of ['gateway', 'command', 'query', 'projections', 'audit']) {
    expect(metrics).toContain(`service="${service}"`)
  }
  expect(await (await fetch(`${baseUrl}/audit`)).text()).toContain('<html')
  expect((await fetch(`${baseUrl}/v1/expenses`)).status).toBe(401)
  expect((await fetch(`${baseUrl}/v1/expenses`, { headers: demo })).status).toBe(200)
})

/** A script that does not wait for the start, with the right password; returns what it was told before it was served. */
async function askUntilServed(baseUrl: string): Promise<ReadonlySet<number>> {
  const told = new Set<number>()
  for (;;) {
    // Nothing listens at first.
    const status = await fetch(`${baseUrl}/v1/expenses`, { headers: demo }).then(
      (answer) => answer.status,
      () => undefined,
    )
    if (status === 200) return told
    if (status !== undefined) told.add(status)
    await pause(50)
  }
}

test('every killed part is restarted, and the work continues; so it does after the supervisor was killed', async () => {
  const place = await placeForStacks()
  const { baseUrl, supervisor } = await place.start()
  let vouchers = 0
  for (const part of parts) {
    const before = (await place.stackFile()).pids[part] ?? 0
    process.kill(before, 'SIGKILL')
    await within(2_000, async () => {
      const now = (await place.stackFile()).pids[part] ?? 0
      expect([now !== before, isAlive(now)]).toEqual([true, true])
    })
    await within(10_000, async () =>
      expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200),
    )
    // The taxpayer registry, which a final voucher asks, does not belong to the system's readiness.
    const { sandboxUrl } = await place.addresses()
    await within(10_000, () => fetch(sandboxUrl))
    vouchers += 1
    expect(await createVoucher(baseUrl, vouchers)).toBe(201)
    expect(await countVouchers(baseUrl)).toBe(vouchers)
  }

  const { pids } = await place.stackFile()
  supervisor.kill('SIGKILL')
  await once(supervisor, 'exit')
  const second = await place.start()
  expect(Object.values(pids).filter(isAlive)).toEqual([])
  expect(await countVouchers(second.baseUrl)).toBe(vouchers)
})

test('while PostgreSQL comes back from a kill, requests are answered or refused for now, and never fail', async () => {
  const place = await placeForStacks()
  const { baseUrl } = await place.start()
  const refused: CheckedResponse[] = []
  for (let kill = 1; kill <= 2; kill++) {
    const killed = (await place.stackFile()).pids['postgres'] ?? 0
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(
      async () => {
        const asked = await askEverything(baseUrl)
        refused.push(...asked.filter(({ status }) => status >= 400))
        // Its connections outlive it by a moment.
        expect((await place.stackFile()).pids['postgres']).not.toBe(killed)
        expect(asked.map(({ status }) => status)).toEqual([201, 200, 303])
      },
      { timeout: 30_000, interval: 10 },
    )
  }

  expect(refused).toContainEqual({ path: '/v1/expenses', status: 503, isForNow: true })
  expect(refused.filter(({ status, isForNow }) => status !== 503 || !isForNow)).toEqual([])
})

interface CheckedResponse {
  readonly path: string
  readonly status: number
  /** Whether the answer says when to come again. */
  readonly isForNow: boolean
}

/** A write, a read, and a sign-in to the audit page. */
function askEverything(baseUrl: string): Promise<readonly CheckedResponse[]> {
  const ask = async (path: string, request: RequestInit): Promise<CheckedResponse> => {
    const answer = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...request })
    await answer.text()
    return { path, status: answer.status, isForNow: answer.headers.has('retry-after') }
  }
  return Promise.all([
    ask('/v1/expenses', {
      method: 'POST',
      headers: { ...demo, 'content-type': 'application/json' },
      body: JSON.stringify({
        data: { source: 'manual', idNo: '21543789054', amount: 1000, allowDuplicate: true },
      }),
    }),
    ask('/v1/expenses', { headers: demo }),
    ask('/audit/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ user: 'demo', secret: 'demo-secret' }),
    }),
  ])
}

async function createVoucher(baseUrl: string, amount: number): Promise<number> {
  const answer = await fetch(`${baseUrl}/v1/expenses`, {
    method: 'POST',
    headers: { ...demo, 'content-type': 'application/json' },
    body: JSON.stringify({
      data: { source: 'manual', idNo: '21543789054', amount: 1000 + amount },
    }),
  })
  await answer.text()
  return answer.status
}

async function countVouchers(baseUrl: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/v1/expenses`, { headers: demo })
  return List.Parse(await answer.json()).meta.total
}
