// @module-tag embedded-parts

import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { killUnderLoad } from '#test/support/kills.ts'
import { placeForStacks } from '#test/support/running-stack.ts'
import { settledLog } from '#test/support/settled-log.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Api, apiAt } from '#test/support/system-client.ts'
import { importTransactions, newDealer } from '#test/support/system-dealer.ts'
import { type LoadReport, startLoad } from '#test/support/system-load.ts'
import { isIssued, type VoucherLog, vouchersByKey } from '#test/support/system-log.ts'
import { listIn } from '#test/support/vouchers.ts'

const ROUNDS = 3
const targets = ['command', 'eventStore', 'postgres', 'projections', 'gateway'] as const
const TRANSACTIONS = 400
/** So much must have been acknowledged between one kill and the next. */
const WRITES_BETWEEN = 40

const settings = {
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  INTEGRATOR_TIMEOUT_MS: '1000',
  ATTEMPT_DEADLINE_SECONDS: '2',
}

test('after any kills while vouchers are issued, no acknowledged write is lost and nothing is done twice', async () => {
  const place = await placeForStacks()
  const stack = await place.start(settings)
  const system = await place.addresses()
  const companies = [await newCompany(system), await newCompany(system)]
  const load = startLoad(companies)
  onTestFinished(async () => {
    await load.stop().catch(() => undefined)
  })

  const killing = { place, stack, acknowledged: load.acknowledged, between: WRITES_BETWEEN }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const target of targets) {
      await pause(Math.random() * 300)
      await killUnderLoad(killing, [target])
    }
  }
  await killUnderLoad(killing, ['command', 'eventStore', 'postgres', 'projections', 'query'])
  const report = await load.stop()

  const log = await settledLog(system)
  expect(report.made.length).toBeGreaterThan(0)
  expect(report.deletedIds.size).toBeGreaterThan(0)
  expectOneVoucherForEachKey(log, report)
  for (const { companyId, api } of companies) {
    const made = report.made.filter((one) => one.companyId === companyId)
    await expectReadable(api, { ...report, made }, livingIn(log, companyId))
  }
  tell(report)
})

async function newCompany(system: SystemAddresses) {
  const dealer = await newDealer(system)
  const transactionIds = await importTransactions(dealer, TRANSACTIONS)
  const api = apiAt(system.baseUrl, dealer.credentials, { mayFail: true })
  return { companyId: dealer.companyId, api, transactionIds }
}

function expectOneVoucherForEachKey(log: VoucherLog, report: LoadReport) {
  const { made, lostKeys, forgottenKeys } = report
  const byKey = vouchersByKey(log)
  for (const key of lostKeys) expect(byKey.has(key)).toBe(false)
  const expected = new Map(made.map(({ key, voucher }) => [key, [voucher.id]]))
  for (const key of forgottenKeys) {
    const [id] = byKey.get(key) ?? []
    if (id !== undefined) expected.set(key, [id])
  }
  expect(byKey).toEqual(expected)
}

const livingIn = ({ vouchers }: VoucherLog, company: string) =>
  [...vouchers.values()]
    .filter(isIssued)
    .flatMap(({ id, companyId }) => (companyId === company ? [id] : []))

/** What the callers were told is what everybody reads. */
async function expectReadable(api: Api, { made, deletedIds }: LoadReport, ids: readonly string[]) {
  const listed = await everyVoucher(api)
  expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const byId = new Map(listed.map((voucher) => [voucher.id, voucher]))
  const living = made.filter(({ voucher }) => !deletedIds.has(voucher.id))
  for (const { voucher } of living) expect(byId.get(voucher.id)).toMatchObject(voucher)
  for (const id of deletedIds) expect(byId.has(id)).toBe(false)
  expect(listed.filter(({ isDraft, number }) => isDraft !== (number === null))).toEqual([])
  for (const serial of ['GP', 'DIS']) {
    const numbers = listed
      .filter((voucher) => voucher.serial === serial && voucher.isFinalized)
      .map(({ number }) => Number(number))
      .toSorted((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
  const insisting = new Set(living.flatMap((one) => (one.allowDuplicate ? one.voucher.id : [])))
  const sameness = listed
    .filter(({ id }) => !insisting.has(id))
    .map(
      ({ idNo, amount, transactionDate }) => `${idNo} ${amount} ${dayInIstanbul(transactionDate)}`,
    )
  expect(new Set(sameness).size).toBe(sameness.length)
  for (const id of [...deletedIds].slice(0, 20)) {
    expect((await api.get(`/v1/expenses/${id}`)).status).toBe(404)
  }
}

async function everyVoucher(api: Api) {
  const first = await api.get('/v1/expenses?pageSize=100')
  const pages = Array.from({ length: (first.meta?.pages ?? 1) - 1 }, (_, index) => index + 2)
  const others = await Promise.all(
    pages.map((page) => api.get(`/v1/expenses?pageSize=100&page=${page}`)),
  )
  return [first, ...others].flatMap(listIn)
}

const dayInIstanbul = (instant: string) =>
  new Date(Date.parse(instant) + 3 * 3_600_000).toISOString().slice(0, 10)

function tell({ made, deletedIds, lostKeys, forgottenKeys, tally }: LoadReport) {
  const kills = `${ROUNDS + 1} × ${targets.slice(0, 4).join(', ')}; ${ROUNDS} × gateway; 1 × query`
  const counts = {
    made: made.length,
    deleted: deletedIds.size,
    lost: lostKeys.length,
    forgotten: forgottenKeys.length,
  }
  process.stdout.write(`${JSON.stringify({ kills, ...counts, ...tally })}\n`)
}
