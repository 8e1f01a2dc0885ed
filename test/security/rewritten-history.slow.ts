import { join } from 'node:path'
import { Client } from 'pg'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVaultToRead } from '#kernel/platform/vault/vault.ts'
import { withStores } from '#operator/restore/stores.ts'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { placeForStacks, stopStack } from '#test/support/running-stack.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const WITHIN_MS = 240_000
const SETTINGS = { DEMO: 'false', NOTARY_INTERVAL_SECONDS: '1' }
const JsonObject = Type.Record(Type.String(), Type.Unknown())

test('an attacker with the database and the vault’s key cannot rewrite history unseen by the witness', {
  timeout: WITHIN_MS,
}, async () => {
  const place = await placeForStacks()
  const first = await place.start(SETTINGS)
  const dealer = await newDealer(await place.addresses())
  const { id } = createdIn(await dealer.api.post('/v1/expenses', manual({ amount: 900 })))
  const witness = join(place.folder, 'notary', 'witness.ndjson')
  const { vaultKey, ...running } = await place.addresses()
  const watcher = await attackerOf({ ...running, vaultKey })
  // A head covers no later one, itself included.
  const events = await watcher.count(`event_store.events where stream <> 'notary-heads'`)
  await watcher.close()
  await vi.waitFor(
    async () => expect((await witnessIn(witness).last())?.count).toBeGreaterThanOrEqual(events),
    { timeout: 20_000 },
  )
  // The changed log is to be longer than what the first head covers.
  for (const amount of [700, 800]) {
    createdIn(await dealer.api.post('/v1/expenses', manual({ amount })))
  }
  // Or the notary might sign once more, in the middle of it.
  await stopStack(first.supervisor)
  await withStores({ ...process.env, DATA_DIR: place.folder }, async ({ databaseUrl }) => {
    const attacker = await attackerOf({ databaseUrl, vaultKey })
    await attacker.changeAmount(`expenseVoucher-${id}`)
    await attacker.query(`delete from event_store.events where stream = 'notary-heads'`)
    await attacker.query('truncate vault.log_chain')
    // Both are made again from the changed log.
    await attacker.query('drop schema read_model cascade')
    await attacker.query('drop schema command cascade')
    await attacker.close()
  })
  place.launch(SETTINGS)
  // The tables are built again, and nobody uses them.
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${first.baseUrl}/health/ready`)
      expect(await answer.json()).toMatchObject({
        missing: [
          ...['command', 'query', 'projections'].map((part) =>
            expect.stringContaining(`${part}: event store: logSetBack: `),
          ),
          'start',
        ],
      })
    },
    { timeout: 60_000, interval: 250 },
  )
  expect(
    (await apiAt(first.baseUrl, dealer.credentials, { mayFail: true }).get(`/v1/expenses/${id}`))
      .status,
  ).toBe(503)

  const addresses = await place.addresses()
  const environment = variablesOf(addresses)
  const unpinned = await audit(['verify'], environment)
  expect(JSON.parse(unpinned.stdout)).toMatchObject({ differences: 0, pinned: false })
  expect(unpinned.exitCode).toBe(0)
  const inProduction = await audit(['verify'], { ...environment, NODE_ENV: 'production' })
  expect(inProduction.exitCode).toBe(3)
  const pinned = await audit(['verify', '--witness', witness], environment)
  expect(JSON.parse(pinned.stdout)).toMatchObject({ chain: 'broken', pinned: true })
  expect(pinned.stderr).toContain('is not what was witnessed')
  expect(pinned.exitCode).toBe(1)

  // The system signs nothing of this: it does not even compute the chain again.
  const observer = await attackerOf(addresses)
  expect(await observer.count('vault.log_chain')).toBe(0)
  expect(await observer.count(`event_store.events where type = 'HeadSigned'`)).toBe(0)
  await observer.close()
})

/** Somebody with all rights in the database and with VAULT_KEY. */
async function attackerOf({
  databaseUrl,
  vaultKey,
}: Pick<SystemAddresses, 'databaseUrl' | 'vaultKey'>) {
  const client = new Client({ connectionString: databaseUrl })
  // Where the test fails, the system ends first.
  client.on('error', () => undefined)
  await client.connect()

  async function count(what: string): Promise<number> {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from ${what}`,
    )
    return rows[0]?.count ?? 0
  }

  async function changeAmount(stream: string): Promise<void> {
    const { rows } = await client.query<{ id: string; type: string; data: Buffer; meta: Buffer }>(
      `select id::text, type, data, metadata as meta from event_store.events
       where stream = $1 and revision = 0`,
      [stream],
    )
    const [drafted] = rows
    if (drafted === undefined) throw new Error(`${stream} is empty`)
    const [data, metadata] = [drafted.data, drafted.meta].map((bytes) =>
      Value.Parse(JsonObject, JSON.parse(bytes.toString())),
    )
    const changed = { ...data, amount: '90000' }
    expect(changed).not.toEqual(data)
    const macs = await macsOf(databaseUrl, vaultKey)
    const { id, type } = drafted
    const forged = macs.sign(stream, 0n, { id, type, data: changed, metadata: metadata ?? {} })
    await client.query(
      'update event_store.events set data = $2, metadata = $3 where stream = $1 and revision = 0',
      [stream, ...[forged.data, forged.metadata].map((one) => Buffer.from(JSON.stringify(one)))],
    )
  }

  return {
    count,
    changeAmount,
    query: (statement: string) => client.query(statement),
    close: () => client.end(),
  }
}

async function macsOf(databaseUrl: string, vaultKey: string) {
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 1, name: 'test' })
  onTestFinished(() => pool.end())
  const { eventMacs } = await openVaultToRead(pool, Buffer.from(vaultKey, 'hex'))
  return eventMacs
}
