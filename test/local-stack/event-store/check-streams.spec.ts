// @module-tag embedded-node

import { randomBytes, randomUUID } from 'node:crypto'
import { ANY } from '@eventstore/db-client'
import { expect, onTestFinished, test } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { eventMacsWith } from '#kernel/platform/vault/event-macs.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { check } from './checked.ts'
import { clientOf, drafted, manyDrafted } from './official-client.ts'

/** A store in which Sarraf and another program write. */
async function sharedStore() {
  const { url } = await embeddedNodeForThisTest()
  const macs = eventMacsWith(randomBytes(32))
  const ours = connectEventStore({ url, logger: silentLogger, macs })
  onTestFinished(ours.close)
  const writeOurs = async (stream: string, count = 1) => {
    const events = Array.from({ length: count }, () => ({
      id: randomUUID(),
      type: 'CustomerCreated',
      data: {},
      metadata: { companyId: 'a'.repeat(24) },
    }))
    await ours.append(stream, events, 'no_stream')
  }
  return { url, writeOurs, others: clientOf(url) }
}

test('a stream of another program that is named as ours are is named, with what to do', async () => {
  const { url, writeOurs, others } = await sharedStore()
  await writeOurs('customer-1')
  const withMac = { ...drafted(), metadata: { mac: 'AAAA' } }
  await others.appendToStream('customer-17', [drafted(), withMac])
  await others.appendToStream('orders-1', manyDrafted(2))
  const { trouble, cures, exitCode } = await check(url)
  expect(trouble).toEqual([
    'warning: stream customer-17: is named as one of ours, but another program writes it: it is left out',
  ])
  expect(cures).toEqual([expect.stringMatching(/^let that program use another name/)])
  expect(exitCode).toBe(0)
})

test('what another program wrote into a stream of ours is a fault', async () => {
  const { url, writeOurs, others } = await sharedStore()
  await writeOurs('customer-1')
  await others.appendToStream('customer-1', [drafted()], { expectedRevision: ANY })
  const { trouble, exitCode } = await check(url)
  expect(trouble).toEqual([expect.stringMatching(/^fault: stream customer-1: another program/)])
  expect(exitCode).toBe(1)
})

test('many colliding streams are few lines', async () => {
  const { url, others } = await sharedStore()
  for (let at = 0; at < 23; at += 1) await others.appendToStream(`invoice-${at}`, [drafted()])
  const { trouble } = await check(url)
  expect(trouble).toHaveLength(21)
  expect(trouble.at(-1)).toMatch(/^warning: colliding streams: 3 more streams/)
})

test('streams of ours that were deleted, cut or tombstoned are faults, a neighbour’s are not', async () => {
  const { url, writeOurs, others } = await sharedStore()
  for (const stream of ['customer-1', 'customer-2', 'customer-3']) await writeOurs(stream, 2)
  await others.deleteStream('customer-1')
  await others.setStreamMetadata('customer-2', { maxCount: 1 })
  await others.tombstoneStream('customer-3')
  await others.appendToStream('customer-17', [drafted()])
  await others.tombstoneStream('customer-17')
  const { trouble, exitCode } = await check(url)
  expect(trouble).toEqual([
    expect.stringMatching(/^warning: stream customer-17: is named as one of ours/),
    'fault: stream customer-1: it was deleted',
    'fault: stream customer-2: its beginning is cut off ($maxCount 1)',
    'fault: stream customer-3: it was tombstoned',
  ])
  expect(exitCode).toBe(1)
})
