import { randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { createMetrics } from '#kernel/platform/process/metrics.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { readQuerySettings } from '#query/settings.ts'
import { startQueryService } from '#query/wiring.ts'
import { freePort } from '#stack/free-port.ts'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { operator } from '#test/operator/command-line.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { SIGN_IN_KEY } from '#test/support/signed-rows.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { folderForThisFile } from '#test/support/temporary-folder.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const folder = await folderForThisFile('no-witness')
const NOTARY_WITNESS = join(folder, 'witness.ndjson')
// Its first start is one without a witness.
const system = systemForThisFile({
  NOTARY_KEY: randomBytes(32).toString('hex'),
  NOTARY_WITNESS,
  NOTARY_INTERVAL_SECONDS: '1',
})

const Readiness = Type.Object({ missing: Type.Optional(Type.Array(Type.String())) })
const missingAt = async (url: string) =>
  Parse(Readiness, await (await fetch(`${url}/health/ready`)).json()).missing ?? []

const WAITS = { timeout: LONGEST_WAIT_MS }
const GONE = /^event store: logSetBack: the log has signatures, but the witness .* has none/

const untilSigned = () => expect.poll(signaturesInChain, WAITS).toBeGreaterThan(0)

/** Of the chain's blocks: those with something that the notary wrote. */
async function signaturesInChain() {
  const pool = new pg.Pool({ connectionString: system.databaseUrl, max: 1 })
  const { rowCount } = await pool.query('select from vault.log_chain where signed')
  await pool.end()
  return rowCount ?? 0
}

test('services that start without the witness that was there serve nobody until one is begun on purpose', async () => {
  const { companyId, credentials } = await newDealer(system)
  await untilSigned()
  const without = join(folder, 'elsewhere.ndjson')
  const command = await anotherCommandService(system, { NOTARY_WITNESS: without })
  const query = await anotherQueryService(without)

  await expect.poll(() => missingAt(command.url), WAITS).toEqual([expect.stringMatching(GONE)])
  await expect.poll(() => missingAt(query), WAITS).toEqual([expect.stringMatching(GONE)])
  const write = () => apiAt(command.url, credentials).post('/v1/expenses', manual({ amount: 700 }))
  const read = () => apiAt(query, credentials).get('/v1/expenses')
  expect([(await write()).status, (await read()).status]).toEqual([503, 503])
  const { databases, eventStoreUrl, vaultKey } = system
  const created = await operator(['api-key', 'create', '--company', companyId], {
    DATABASE_URL: databases.command,
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: vaultKey,
    NOTARY_WITNESS: without,
  })
  expect([created.exitCode, created.stderr]).toEqual([
    1,
    expect.stringMatching(/^logSetBack: the log has signatures/),
  ])
  // It is the one process that lacks a file, not the log.
  expect(await missingAt(system.baseUrl)).toEqual([])

  const adopted = await audit(['adopt-witness', '--to', without], variablesOf(system))
  expect([adopted.exitCode, adopted.stderr]).toEqual([0, ''])
  await expect.poll(() => missingAt(command.url), WAITS).toEqual([])
  await expect.poll(() => missingAt(query), WAITS).toEqual([])
  createdIn(await write())
  expect((await read()).status).toBe(200)
})

test('services that run go on by the head that they have seen when the witness is taken away', async () => {
  const { credentials } = await newDealer(system)
  await untilSigned()
  const api = apiAt(system.baseUrl, credentials)
  onTestFinished(() => rename(`${NOTARY_WITNESS}.away`, NOTARY_WITNESS))
  await rename(NOTARY_WITNESS, `${NOTARY_WITNESS}.away`)

  createdIn(await api.post('/v1/expenses', manual({ amount: 800 })))

  expect(await missingAt(system.baseUrl)).toEqual([])
})

async function anotherQueryService(witness: string) {
  const closers: (() => unknown)[] = []
  onTestFinished(async () => {
    for (const close of closers.toReversed()) await close()
  })
  const port = await freePort()
  const environment = {
    PORT: String(port),
    DATABASE_URL: system.databases.query,
    SIGN_IN_KEY,
    NOTARY_WITNESS: witness,
  }
  await startQueryService({
    settings: readQuerySettings(settingsFrom(environment)),
    logger: silentLogger,
    registry: createMetrics('query'),
    onClose: (_part, close) => void closers.push(close),
  })
  return `http://127.0.0.1:${port}`
}
