import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { voucherRepositories } from '#command/expense-vouchers/repository.ts'
import { startSentChecks } from '#command/expense-vouchers/sent-checks.ts'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import type { Integrator } from '#command/providers/integrator/port.ts'
import { onlyZone } from '#command/reference-data/time-zones.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { processForThisTest } from '#test/support/running-processes.ts'
import { recordEvents } from '#test/support/stored-events.ts'
import { company, settings } from '#test/support/voucher-samples.ts'
import { NUMBER, past, voucher } from './examples.ts'

const infrastructure = infrastructureForThisFile()
const SOON = { timeout: LONGEST_WAIT_MS, interval: 20 }
const DAY = 86_400_000
const stream = `expenseVoucher-${voucher.voucherId}`

/** A voucher that was sent, and a provider that counts the questions about it. */
async function sentVoucher() {
  const { eventStore, vault, pool, eventsOf } = infrastructure()
  const companyId = randomBytes(12).toString('hex')
  const clock = { now: Date.parse('2026-11-20T09:00:00.000Z') }
  const log = { eventStore, vault, now: () => clock.now }
  const at = new Date(clock.now).toISOString()
  await recordEvents(log, {
    family: expenseVoucherEvents,
    events: past.sent,
    stream,
    companyId,
    at,
  })
  const provider = { questions: 0, cancelled: false, reachable: true }
  const voucherStatus: Integrator['voucherStatus'] = async () => {
    provider.questions += 1
    if (!provider.reachable)
      return { kind: 'unknown', errorCode: 'TIMEOUT', errorMessage: 'no answer' }
    const { cancelled } = provider
    const rest = { detail: null, reportStatus: null, cancelled }
    return {
      kind: 'done',
      answer: { state: 'accepted', number: NUMBER, acceptedAt: at, ...rest },
    }
  }
  const electronic = {
    log,
    repositories: voucherRepositories(log),
    integrator: {
      ...httpIntegrator({ url: 'http://127.0.0.1:9', timeoutMs: 1_000 }),
      voucherStatus,
    },
    references: {
      company: () => company({ companyId }),
      settings: () => settings({ companyId }),
      timeZone: () => 'Europe/Istanbul',
      timeZones: () => onlyZone('Europe/Istanbul'),
      integratorAccount: () => undefined,
      isPassive: () => false,
    },
    timing: { deadlineMs: 60_000, cooldownMs: 60_000 },
    newUuid: randomUUID,
    closing: new AbortController().signal,
    logger: silentLogger,
  }
  async function start() {
    const checks = await startSentChecks({
      log,
      pool,
      electronic,
      schedule: { intervalMs: DAY, rounds: 7, paceMs: 0 },
      logger: silentLogger,
      processes: await processForThisTest(pool),
    })
    onTestFinished(checks.close)
    return checks
  }
  const recordedNow = async () =>
    (await eventsOf(companyId))
      .filter((event) => event.stream === stream)
      .slice(past.sent.length)
      .map(({ type }) => type)
  return { clock, provider, start, recordedNow }
}

test('a sent voucher is asked about once a day by one of two instances, also over a restart, until it is cancelled', async () => {
  const { clock, provider, start, recordedNow } = await sentVoucher()
  const instances = [await start(), await start()]
  const open = () => instances.reduce((sum, instance) => sum + instance.open(), 0)
  await expect.poll(open, SOON).toBe(1)
  expect(provider.questions).toBe(0)

  const aDayLater = async (questions: number) => {
    clock.now += DAY + 3_600_000
    await expect.poll(() => provider.questions, SOON).toBe(questions)
  }
  await aDayLater(1)
  await expect.poll(recordedNow, SOON).toEqual(['StatusChecked'])
  await aDayLater(2)
  provider.reachable = false
  await aDayLater(3)
  expect(await recordedNow()).toEqual(['StatusChecked'])

  for (const instance of instances) await instance.close()
  const again = await start()
  await expect.poll(again.open, SOON).toBe(1)
  expect(provider.questions).toBe(3)

  Object.assign(provider, { reachable: true, cancelled: true })
  await aDayLater(4)
  await expect
    .poll(recordedNow, SOON)
    .toEqual(['StatusChecked', 'StatusChecked', 'VoucherCancelled'])
  for (let days = 0; days < 4; days++) await aDayLater(4)
  expect(await recordedNow()).toHaveLength(3)
})
