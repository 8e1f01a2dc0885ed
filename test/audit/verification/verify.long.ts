// @module-tag embedded-node

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { businessDone, CUSTOMERS, tamper, verified } from './support.ts'

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

const nth = (place: number) =>
  `(select position from event_store.events where stream like 'customer-%' order by position offset ${place} limit 1)`
const sixth = `where position = ${nth(5)}`
const rewritten = `replace(convert_from(metadata, 'UTF8'), '"process"', '"apiUser"')`

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
