import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  RESTARTED_UNDER_LOAD,
  type ServiceProcess,
  serviceProcess,
} from '#test/support/service-process.ts'
import { SIGN_IN_KEY } from '#test/support/signed-rows.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { balancerForThisTest, gatewayForThisTest } from '#test/support/upstream.ts'
import { createdIn, idsOf, manual } from '#test/support/vouchers.ts'
import { startWork } from '#test/support/workers.ts'

const ROUNDS = 4
const INSTANCES = 3
const DESKS = 4
const REST_MS = 15
/** A busy machine shows late. */
const READ_WAIT_MS = '5000'
const TIME_MS = 900_000

const system = systemForThisFile()

test(
  'three instances of each service are restarted one after the other, and no request is cut',
  async () => {
    const [commands, queries] = [await instancesOf('command'), await instancesOf('query')]
    const gateway = await gatewayForThisTest({
      command: await balancerForThisTest(commands.map(({ url }) => url)),
      query: await balancerForThisTest(queries.map(({ url }) => url)),
    })
    const desks: Desk[] = []
    while (desks.length < DESKS) desks.push({ dealer: await newDealer(system), drafts: [] })
    const written = () => desks.reduce((sum, { drafts }) => sum + drafts.length, 0)
    const work = startWork((over) => desks.map((desk) => keepWriting(gateway, desk, over)))

    for (let restarts = 0; restarts < ROUNDS * INSTANCES; restarts++) {
      const before = written()
      const index = restarts % INSTANCES
      await Promise.all([restart(commands, index), restart(queries, index)])
      work.check()
      expect(written()).toBeGreaterThan(before)
    }
    await work.stop()

    for (const { dealer, drafts } of desks) {
      expect((await idsOf(dealer.api)).toSorted()).toEqual(drafts.toSorted())
    }
  },
  TIME_MS,
)

interface Desk {
  readonly dealer: Dealer
  /** Ids of what was acknowledged. */
  readonly drafts: string[]
}

async function instancesOf(service: 'command' | 'query'): Promise<readonly ServiceProcess[]> {
  const instances = await Promise.all(
    Array.from({ length: INSTANCES }, () =>
      serviceProcess(`${service}-service/main.ts`, {
        DATABASE_URL: system.databases[service],
        EVENTSTORE_URL: system.eventStoreUrl,
        VAULT_KEY: system.vaultKey,
        SIGN_IN_KEY,
        INTEGRATOR_URL: system.sandboxUrl,
        KMTS_URL: system.sandboxUrl,
        BANK_GATEWAY_URL: system.sandboxUrl,
        TAXPAYER_REGISTRY_URL: system.sandboxUrl,
        ...RESTARTED_UNDER_LOAD,
        READ_WAIT_MS,
        LOG_LEVEL: 'silent',
      }),
    ),
  )
  for (const { start } of instances) await start()
  return instances
}

async function restart(instances: readonly ServiceProcess[], index: number) {
  await instances[index]?.stop()
  await instances[index]?.start()
}

/** Writes a draft and reads it, again and again; any answer but success ends it. */
async function keepWriting(gateway: string, { dealer, drafts }: Desk, over: AbortSignal) {
  const api = apiAt(gateway, dealer.credentials)
  while (!over.aborted) {
    const amount = 1_000 + drafts.length
    const { id } = createdIn(await api.post('/v1/expenses', manual({ amount, isDraft: true })))
    drafts.push(id)
    expect((await api.get(`/v1/expenses/${id}`)).status).toBe(200)
    await pause(REST_MS)
  }
}
