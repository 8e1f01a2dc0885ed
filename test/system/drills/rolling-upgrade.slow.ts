import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { projections } from '#test/audit/auditing.ts'
import { receiverForThisTest } from '#test/publishing/webhooks/receiver.ts'
import {
  RESTARTED_UNDER_LOAD,
  type ServiceProcess,
  serviceProcess,
} from '#test/support/service-process.ts'
import { SIGN_IN_KEY } from '#test/support/signed-rows.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { balancerForThisTest, gatewayForThisTest } from '#test/support/upstream.ts'
import { createdIn, idsOf, manual } from '#test/support/vouchers.ts'
import { startWork } from '#test/support/workers.ts'
import { nextVersionForThisTest } from './next-version.ts'

const DESKS = 3
const REST_MS = 25
const PATIENCE = { timeout: 60_000, interval: 100 }

const TIME_MS = 600_000

const system = systemForThisFile()

test('a later version comes into service and goes again, and no request is lost', {
  timeout: TIME_MS,
}, async () => {
  const next = await nextVersionForThisTest()
  const [command, query, webhooks, audit] = await Promise.all([
    bothVersions('command-service/main.ts', next, environmentOf('command')),
    bothVersions('query-service/main.ts', next, environmentOf('query')),
    bothVersions('publishing/webhooks/main.ts', next, environmentOf('webhooks')),
    bothVersions('audit/page/main.ts', next, environmentOf('auditor')),
  ])
  const services = [query, command, webhooks, audit]
  await Promise.all(services.map(({ present }) => present.start()))
  const gateway = await gatewayForThisTest({
    command: await balancerForThisTest(addressesOf(command)),
    query: await balancerForThisTest(addressesOf(query)),
  })
  const receiver = await receiverForThisTest()
  const desks: Desk[] = []
  while (desks.length < DESKS) {
    const dealer = await newDealer(system)
    const endpoint = { endpointId: recordId(), url: receiver.url, eventTypes: ['sarraf.*'] }
    await dealer.import({ kind: 'webhookEndpoint', data: endpoint })
    desks.push({ dealer, drafts: [] })
  }
  const written = () => desks.reduce((sum, { drafts }) => sum + drafts.length, 0)
  const work = startWork((over) => desks.map((desk) => keepWriting(gateway, desk, over)))
  const goesOn = () => {
    const before = written()
    return vi.waitFor(() => {
      work.check()
      expect(written()).toBeGreaterThan(before + DESKS)
    }, PATIENCE)
  }

  const presentTables = await tables()
  const later = await serviceProcess(
    join(next, 'projections/main.ts'),
    environmentOf('projections'),
  )
  await later.start()
  await vi.waitFor(async () => expect(await tables()).not.toBe(presentTables), PATIENCE)
  for (const [from, to] of [
    ['present', 'later'],
    ['later', 'present'],
  ] as const) {
    for (const instance of services) {
      await instance[to].start()
      await goesOn()
      await instance[from].stop()
      await goesOn()
    }
  }
  await later.stop()
  const back = await serviceProcess('projections/main.ts', environmentOf('projections'))
  await back.start()
  await vi.waitFor(async () => expect(await tables()).toBe(presentTables), PATIENCE)
  await goesOn()
  await work.stop()

  const delivered = () => new Set(receiver.received.map(({ payload }) => payload.subject))
  for (const { dealer, drafts } of desks) {
    await vi.waitFor(() => expect(new Set(drafts).difference(delivered()).size).toBe(0), PATIENCE)
    expect((await idsOf(dealer.api)).toSorted()).toEqual(drafts.toSorted())
  }
})

interface Desk {
  readonly dealer: Dealer
  /** Ids of what was acknowledged. */
  readonly drafts: string[]
}

/** A service in both versions. */
interface Both {
  readonly present: ServiceProcess
  readonly later: ServiceProcess
}

async function bothVersions(
  main: string,
  next: string,
  environment: Readonly<Record<string, string>>,
): Promise<Both> {
  return {
    present: await serviceProcess(main, environment),
    later: await serviceProcess(join(next, main), environment),
  }
}

const addressesOf = ({ present, later }: Both) => [present.url, later.url]

const environmentOf = (role: 'command' | 'query' | 'projections' | 'auditor' | 'webhooks') => ({
  DATABASE_URL: system.databases[role],
  EVENTSTORE_URL: system.eventStoreUrl,
  SIGN_IN_KEY,
  VAULT_KEY: system.vaultKey,
  INTEGRATOR_URL: system.sandboxUrl,
  KMTS_URL: system.sandboxUrl,
  BANK_GATEWAY_URL: system.sandboxUrl,
  TAXPAYER_REGISTRY_URL: system.sandboxUrl,
  ...RESTARTED_UNDER_LOAD,
  WEBHOOKS_ALLOW_PRIVATE: 'true',
  LOG_LEVEL: 'silent',
})

/** The version of the tables that are served. */
async function tables(): Promise<string> {
  const { stdout } = await projections(['status'], environmentOf('projections'))
  return /"version":"([^"]+)"/.exec(stdout)?.[1] ?? ''
}

/**
 * Writes a draft and reads it, again and again; any answer but success ends it. While the tables change
 * hands, a read may come before the draft is in them.
 */
async function keepWriting(gateway: string, { dealer, drafts }: Desk, over: AbortSignal) {
  const api = apiAt(gateway, dealer.credentials)
  while (!over.aborted) {
    const amount = 1_000 + drafts.length
    const { id } = createdIn(await api.post('/v1/expenses', manual({ amount, isDraft: true })))
    drafts.push(id)
    await untilShown(() => api.get(`/v1/expenses/${id}`))
    await pause(REST_MS)
  }
}

async function untilShown(read: () => Promise<{ readonly status: number }>) {
  const deadline = Date.now() + PATIENCE.timeout
  for (;;) {
    const { status } = await read()
    if (status === 200) return
    expect(status).toBe(404)
    expect(Date.now()).toBeLessThan(deadline)
    await pause(REST_MS)
  }
}
