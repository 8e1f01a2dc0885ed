import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { auditingAt } from '#audit/audited-system.ts'
import { evidenceArchive } from '#audit/page/evidence/package.ts'
import { evidenceQueue } from '#audit/page/evidence/queue.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { TooBusy } from '#kernel/platform/waiting/bounded-queue.ts'
import { variablesOf } from '#test/audit/auditing.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()
const isAwaited = () => true

/** Packages of two companies, made of what the system has recorded. */
async function withPackages(
  longestSendingMs: number,
  work: (
    archiveFor: ReturnType<typeof evidenceQueue>,
    companies: readonly [string, string],
  ) => Promise<void>,
) {
  const [one, another] = [await newDealer(system), await newDealer(system)]
  await auditingAt(findSystem(variablesOf(system), 'auditor'), (audited) => {
    const make = (companyId: string) => evidenceArchive(audited, companyId, isAwaited)
    const archiveFor = evidenceQueue({ make, longestSendingMs })
    return work(archiveFor, [one.companyId, another.companyId])
  })
}

test('a slow reader of a package does not delay another company', async () => {
  await withPackages(60_000, async (archiveFor, [slow, other]) => {
    const unread = await archiveFor(slow, isAwaited)
    const content = await buffer(await archiveFor(other, isAwaited))
    expect(content.subarray(0, 2).toString()).toBe('PK')
    expect(unread.destroyed).toBe(false)
    unread.destroy()
  })
})

test('a package is sent for a limited time', async () => {
  await withPackages(50, async (archiveFor, [slow]) => {
    const unread = await archiveFor(slow, isAwaited)
    await once(unread, 'close')
    expect(unread.readableEnded).toBe(false)
  })
})

test('a company that asks many times has one package, and leaves the queue to others', async () => {
  await withPackages(60_000, async (archiveFor, [greedy, other]) => {
    const asked = Promise.allSettled(
      Array.from({ length: 10 }, () => archiveFor(greedy, isAwaited)),
    )
    const content = buffer(await archiveFor(other, isAwaited))
    const [first, ...more] = await asked
    for (const one of more) expect(one).toMatchObject({ reason: expect.any(TooBusy) })
    expect((await content).length).toBeGreaterThan(0)

    const again = await archiveFor(greedy, isAwaited)
    expect(first).toMatchObject({ status: 'fulfilled', value: { destroyed: true } })
    again.destroy()
  })
})
