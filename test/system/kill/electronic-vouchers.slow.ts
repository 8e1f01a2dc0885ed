// @module-tag embedded-parts

import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bookFaults, documentsInLog } from '#test/support/electronic-books.ts'
import {
  askForEach,
  expectNothingLost,
  sellingCompany,
} from '#test/support/electronic-expectations.ts'
import {
  type SaleReport,
  type SellingCompany,
  startElectronicLoad,
} from '#test/support/electronic-load.ts'
import { killUnderLoad, type LoadedStack } from '#test/support/kills.ts'
import { placeForStacks } from '#test/support/running-stack.ts'
import { callsOf, fault } from '#test/support/sellers.ts'
import { settledLog } from '#test/support/settled-log.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { isIssued, type VoucherLog } from '#test/support/system-log.ts'
import { detailIn } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'

const ROUNDS = 2
const targets = ['command', 'sandbox', 'eventStore', 'postgres', 'projections', 'gateway'] as const
const TRANSACTIONS = 500
const STEPS_BETWEEN = 20
const HELD_MS = 600

const settings = {
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  INTEGRATOR_TIMEOUT_MS: '1000',
  ATTEMPT_DEADLINE_SECONDS: '3',
  SMS_COOLDOWN_SECONDS: '0',
}

test('after any kills during submissions, no document is submitted twice, no official one is lost, and nothing acknowledged is undone', async () => {
  const place = await placeForStacks()
  const stack = await place.start(settings)
  const system = await place.addresses()
  const companies = [
    await sellingCompany(system, TRANSACTIONS),
    await sellingCompany(system, TRANSACTIONS),
  ]
  const load = startElectronicLoad(system, companies)
  onTestFinished(async () => {
    await load.stop().catch(() => undefined)
  })
  const { acknowledged } = load
  const killing = { place, stack, acknowledged, between: STEPS_BETWEEN }

  for (let round = 1; round <= ROUNDS; round++) {
    for (const target of targets) {
      await pause(Math.random() * 300)
      await killUnderLoad(killing, [target])
      await killAroundSubmission(system, killing, target)
    }
  }
  const inner = ['command', 'eventStore', 'postgres', 'projections', 'sandbox', 'query']
  await killUnderLoad(killing, inner)
  const report = await load.stop()

  await fetch(`${system.sandboxUrl}/__sandbox/faults`, { method: 'DELETE' })
  await askForEach(await settledLog(system), companies)
  const log = await settledLog(system)
  expect([report.drafts.size, report.sent.size, report.deletedIds.size]).not.toContain(0)
  expectNothingLost(log, report)
  const documents = await withLog(system, ({ eventStore }) => documentsInLog(eventStore))
  expect(await bookFaults(system, documents)).toEqual([])
  await expectReadable(log, companies, report)
  tell(report, documents.size)
})

/** At a moment between the arrival of a submission and shortly after its answer. */
async function killAroundSubmission(system: SystemAddresses, killing: LoadedStack, target: string) {
  const submissions = async () => (await callsOf(system, 'voucher.submit')).length
  const before = await submissions()
  await fault(system, 'voucher.submit', 'slow', HELD_MS)
  await fault(system, 'voucher.submit', 'slow', HELD_MS)
  await vi.waitFor(async () => expect(await submissions()).toBeGreaterThan(before + 1), {
    timeout: 30_000,
    interval: 25,
  })
  await pause(Math.random() * HELD_MS * 1.2)
  await killUnderLoad(killing, [target])
}

/** What the callers were told is what everybody reads. */
async function expectReadable(
  { vouchers }: VoucherLog,
  companies: readonly SellingCompany[],
  { sent }: SaleReport,
) {
  for (const { companyId, api } of companies) {
    const own = [...vouchers.values()].filter((voucher) => voucher.companyId === companyId)
    const { meta } = await api.get('/v1/expenses?pageSize=1')
    expect(meta?.total).toBe(own.filter(isIssued).length)
    for (const { id, number } of own.filter((voucher) => sent.has(voucher.id))) {
      const shown = detailIn(await api.get(`/v1/expenses/${id}`))
      const eDocument = { state: 'sent', number: sent.get(id) }
      expect(shown).toMatchObject({ id, isFinalized: true, number, eDocument })
    }
  }
}

function tell({ drafts, sent, deletedIds, leftIds, lostKeys, tally }: SaleReport, known: number) {
  const kills = `${2 * ROUNDS} × ${targets.join(', ')}; 1 × all of them`
  const counts = {
    drafts: drafts.size,
    documents: known,
    sent: sent.size,
    deleted: deletedIds.size,
    left: leftIds.length,
    lost: lostKeys.length,
  }
  process.stdout.write(`${JSON.stringify({ kills, ...counts, ...tally })}\n`)
}
