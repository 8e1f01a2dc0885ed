// @module-tag embedded-node

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { openPool } from '#kernel/platform/postgres.ts'
import { auditing } from '#projections/audit/audited-system.ts'
import { chainEnd } from '#projections/audit/chain/blocks.ts'
import { followLogIntoChain } from '#projections/audit/chain/follower.ts'
import { startNotary } from '#projections/audit/notary/notary.ts'
import { pinsFrom } from '#projections/audit/notary/pins.ts'
import { signedCount } from '#projections/audit/notary/signed-in-log.ts'
import { witnessIn } from '#projections/audit/notary/witness.ts'
import { reportOf, verdictOf } from '#projections/audit/verification/report.ts'
import { keepVerdict, lastVerification } from '#projections/audit/verification/verifications.ts'
import { verify } from '#projections/audit/verification/verify.ts'
import { startEventStoreNode } from '#stack/event-store/node.ts'
import { dealerOn } from '#test/projections/dealer.ts'
import { customerRecorded, person } from '#test/projections/samples.ts'
import { databaseForThisTest } from '#test/support/database.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { folderForThisTest } from '#test/support/operator.ts'

const CUSTOMERS = 20
const [ours, theirs] = ['c'.repeat(24), 'd'.repeat(24)]

/** A log with its tables, its chain and a signature, all of it at rest. */
async function businessDone() {
  const databaseUrl = await databaseForThisTest()
  const closeNode = await nodeOn(databaseUrl)
  const dealer = await dealerOn({ url: closeNode.url, databaseUrl })
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 3, name: 'test' })
  const witnessFile = join(await folderForThisTest(), 'witness.ndjson')
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
    vi.waitUntil(async () => (await chainEnd(pool))?.count === count, { timeout: 20_000 })
  await chained(CUSTOMERS)
  const key = notaryKey(randomBytes(32))
  const notary = startNotary({ ...sources, vault: dealer.vault, key, witness, intervalMs: 20 })
  await chained(CUSTOMERS + 1)
  await dealer.untilShown()
  for (const part of [notary, chain, projection]) await part.close()
  await pool.end()
  await dealer.eventStore.close()
  await closeNode.close()
  return { databaseUrl, vaultKey: dealer.vaultKey, key, witnessFile }
}

async function nodeOn(databaseUrl: string) {
  const node = await startEventStoreNode({ databaseUrl, host: '127.0.0.1', port: 0 })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= node.close())
  onTestFinished(close)
  return { url: eventStoreUrl(node.port), close }
}

type Business = Awaited<ReturnType<typeof businessDone>>

/** What a verification says afterwards, by everything started anew. */
async function verified(
  { databaseUrl, vaultKey }: Business,
  companyId: string | null = null,
  given: Parameters<typeof pinsFrom>[0] = {},
) {
  const pins = await pinsFrom(given)

  const node = await nodeOn(databaseUrl)
  const address = { databaseUrl, eventStoreUrl: node.url, vaultKey }
  const found = auditing(address, async (system) => {
    const { signal: stop } = new AbortController()
    const verification = await verify(system, { companyId, stop, moved: () => undefined, pins })
    const verdict = verdictOf(verification)
    await keepVerdict(databaseUrl, companyId, verdict)
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
async function tamper({ databaseUrl }: Business, ...statements: readonly string[]) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of statements) {
    const { rowCount } = await client.query(statement)
    expect(rowCount).toBeGreaterThan(0)
  }
  await client.end()
}

test('an unchanged system has no differences, and the verdict is stored', async () => {
  const business = await businessDone()
  const { verdict, report, last } = await verified(business)
  expect(verdict).toMatchObject({
    events: CUSTOMERS + 1,
    differences: 0,
    chain: 'ok',
    hashChain: { chained: CUSTOMERS + 1, signatures: 1, keyIds: [business.key.keyId] },
  })
  expect(verdict.rows).toBeGreaterThanOrEqual(CUSTOMERS)
  expect(report).not.toContain('WRONG')
  expect(last).toMatchObject({ differences: 0, events: CUSTOMERS + 1, chain: 'ok' })
})

test('pins from outside fit the unchanged log, and another key does not', async () => {
  const business = await businessDone()
  const { key, witnessFile } = business
  expect((await verified(business)).verdict.pinned).toBe(false)
  const { verdict, report } = await verified(business, null, {
    key: key.publicKey,
    witness: witnessFile,
  })
  expect(verdict).toMatchObject({
    differences: 0,
    pinned: true,
    hashChain: { pinnedUpTo: CUSTOMERS, pinFault: null },
  })
  expect(report).toContain(`pins: 1 fit, up to event ${CUSTOMERS}`)

  const other = notaryKey(randomBytes(32)).publicKey
  const byAnother = await verified(business, null, { key: other })
  expect(byAnother.verdict).toMatchObject({ differences: 1, chain: 'broken', pinned: false })
  expect(byAnother.report).toContain(
    `signatures: WRONG: the signature over ${CUSTOMERS} events is by another key`,
  )
  await expect(verified(business, null, { key: other, witness: witnessFile })).rejects.toThrow(
    'has a head that --key did not sign',
  )
  await expect(verified(business, null, { head: '20:abc' })).rejects.toThrow('COUNT:HASH')
})

test('events that are deleted with all signatures and their chain differ from a pinned head', async () => {
  const business = await businessDone()
  await tamper(
    business,
    `delete from event_store.events where stream = 'customer-customer19'`,
    `delete from event_store.events where stream = 'notary-heads'`,
    'delete from vault.log_chain',
  )
  await expect(verified(business)).rejects.toThrow(
    /but it ends at .*: its last events were deleted/,
  )
  await tamper(
    business,
    `update read_model.checkpoint set position = (select max(position) from event_store.events)`,
  )
  await expect(verified(business)).rejects.toThrow(/^logSetBack: .*notary-heads@0.*nothing there/)
  await tamper(business, `update read_model.checkpoint set last_event = null`)
  const { witnessFile: witness, key } = business
  const unpinned = (await verified(business)).verdict
  expect(unpinned).toMatchObject({ chain: 'ok', pinned: false })
  const fault = `the log has ${CUSTOMERS - 1} events, fewer than the ${CUSTOMERS} that were witnessed`
  const pinned = await verified(business, null, { witness })
  expect(pinned.verdict).toMatchObject({
    chain: 'broken',
    pinned: true,
    differences: unpinned.differences + 1,
    hashChain: { pinFault: fault },
  })
  expect(pinned.report).toContain(`pins: WRONG: ${fault}`)
  const head = `${CUSTOMERS - 1}:${'0'.repeat(64)}`
  const changed = await verified(business, null, { head, key: key.publicKey })
  expect(changed.verdict.hashChain).toMatchObject({
    pinFault: expect.stringMatching(/^the log up to event 19 is not what was witnessed/),
    signatureFault: 'nothing is signed by the pinned key',
  })
})

test('a changed row is named, only for its company', async () => {
  const business = await businessDone()
  await tamper(business, `update read_model.customer set name_surname = 'X' where id = 'customer7'`)
  const { verdict, report } = await verified(business)
  expect(verdict.chain).toBe('ok')
  // The list's counts go with the row: they are not what the log says any more, either.
  expect(verdict.tables.differences).toBeGreaterThan(0)
  expect(report).toMatch(/customer .*customer7.* is changed: .*name_surname/)
  expect((await verified(business, ours)).verdict.differences).toBe(0)
  expect((await verified(business, theirs)).verdict.differences).toBe(verdict.differences)
})

const nth = (place: number) =>
  `(select position from event_store.events where stream like 'customer-%' order by position offset ${place} limit 1)`
const sixth = `where position = ${nth(5)}`
const rewritten = `replace(convert_from(metadata, 'UTF8'), '"operator"', '"apiUser"')`

test.each([
  [
    'an event that was changed',
    [`update event_store.events set metadata = convert_to(${rewritten}, 'UTF8') ${sixth}`],
    'changed',
  ],
  ['an event that was dropped', [`delete from event_store.events ${sixth}`], 'missing'],
  [
    'a swap of two events',
    [
      `update event_store.events set position = -position where position in (${nth(5)}, ${nth(9)})`,
      `update event_store.events one set position = -other.position
       from event_store.events other
       where one.position < 0 and other.position < 0 and one.id <> other.id`,
    ],
    'swapped',
  ],
])('%s is named', async (_what, statements, kind) => {
  const business = await businessDone()
  await tamper(business, ...statements)
  const { verdict, report } = await verified(business)
  expect(verdict).toMatchObject({
    chain: 'broken',
    hashChain: { differences: 1, firstDifference: { kind, at: 6 } },
  })
  expect(verdict.hashChain.signatureFault).toMatch(/not what was signed/)
  expect(report).toMatch(new RegExp(`event 6 \\(.*\\) is ${kind}: now customer-`))
})
