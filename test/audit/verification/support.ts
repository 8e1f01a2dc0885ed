import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { auditingAt } from '#audit/audited-system.ts'
import { reportOf, verdictOf } from '#audit/verification/report.ts'
import { keepVerdict, lastVerification } from '#audit/verification/verifications.ts'
import { verify } from '#audit/verification/verify.ts'
import { customerEvents } from '#kernel/events/customer.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { chainEnd } from '#kernel/platform/log-chain/blocks.ts'
import { followLogIntoChain } from '#kernel/platform/log-chain/follower.ts'
import { startNotary } from '#kernel/platform/log-chain/notary.ts'
import { pinsFrom } from '#kernel/platform/log-chain/pins.ts'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { signedCount } from '#kernel/platform/log-chain/signed-in-log.ts'
import { witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { startEventStoreNode } from '#stack/event-store/node.ts'
import { dealerOn } from '#test/projections/dealer.ts'
import { customerRecorded, person } from '#test/projections/samples.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

export const CUSTOMERS = 20
export const [ours, theirs] = ['c'.repeat(24), 'd'.repeat(24)]

/** A log with its tables, its chain and a signature, all of it at rest. */
export async function businessDone(beside: (url: string) => Promise<void> = async () => undefined) {
  const databaseUrl = await databaseForThisTest()
  const closeNode = await nodeOn(databaseUrl)
  const dealer = await dealerOn({ url: closeNode.url, databaseUrl })
  const databases = databasesOfRoles(databaseUrl)
  const pool = openPool(databases.projections, { logger: silentLogger, max: 3, name: 'test' })
  const witnessFile = join(await temporaryFolder('operator'), 'witness.ndjson')
  const witness = witnessIn(witnessFile)
  const { eventStore } = dealer
  const sources = { pool, eventStore, logger: silentLogger }
  const chain = followLogIntoChain({
    ...sources,
    signedCount: () => signedCount({ eventStore, witness }),
  })
  const projection = dealer.project()
  for (let at = 0; at < CUSTOMERS; at++) {
    const customerId = `customer${at}`
    const changed = customerRecorded({
      customerId,
      person: { ...person, nameSurname: `Kişi ${at}` },
    })
    await dealer.write(customerEvents, customerId, changed, { companyId: at === 7 ? theirs : ours })
  }
  const chained = (count: number) =>
    vi.waitUntil(async () => (await chainEnd(pool))?.count === count, { timeout: LONGEST_WAIT_MS })
  await beside(closeNode.url)
  await chained(CUSTOMERS)
  const key = notaryKey(randomBytes(32))
  const notary = startNotary({ ...sources, vault: dealer.vault, key, witness, intervalMs: 20 })
  await chained(CUSTOMERS + 1)
  await dealer.untilShown()
  for (const part of [notary, chain, projection]) await part.close()
  await pool.end()
  await dealer.eventStore.close()
  await closeNode.close()
  return { databaseUrl, databases, vaultKey: dealer.vaultKey, key, witnessFile }
}

export async function nodeOn(databaseUrl: string) {
  const node = await startEventStoreNode({
    databaseUrl: databasesOfRoles(databaseUrl).eventStore,
    host: '127.0.0.1',
    port: 0,
  })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= node.close())
  onTestFinished(close)
  return { url: eventStoreUrl(node.port), close, scavenge: node.scavenge }
}

export type Business = Awaited<ReturnType<typeof businessDone>>

/** The verdict of a verification afterwards, after a restart of everything. */
export async function verified(
  { databaseUrl, databases, vaultKey }: Business,
  companyId: string | null = null,
  given: Parameters<typeof pinsFrom>[0] = {},
  withinMs?: number,
) {
  const pins = await pinsFrom(given)

  const node = await nodeOn(databaseUrl)
  const address = { databaseUrl: databases.auditor, eventStoreUrl: node.url, vaultKey }
  const found = auditingAt(address, async (system) => {
    const order = { companyId, pins, withinMs, moved: () => undefined, report: () => undefined }
    const verification = await verify(system, order)
    const verdict = verdictOf(verification)
    await keepVerdict(databases.auditor, companyId, verdict)
    const last = await lastVerification(system.pool, ours)
    return { verdict, report: reportOf(verification).join('\n'), last }
  })
  try {
    return await found
  } finally {
    await node.close()
  }
}

/** What somebody does who has the database and nothing else. */
export async function tamper({ databaseUrl }: Business, ...statements: readonly string[]) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of statements) {
    const { rowCount } = await client.query(statement)
    expect(rowCount).toBeGreaterThan(0)
  }
  await client.end()
}
