import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { openPool } from '#kernel/platform/postgres.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { listIn } from '#test/http/expenses/vouchers.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { isAlive, placeForStacks, type RunningStack } from '#test/support/running-stack.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Api, apiAt } from '#test/support/system-client.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'
import { type Load, type LoadReport, startLoad } from '#test/support/system-load.ts'
import {
  isIssued,
  looseEnds,
  numberFaults,
  readVoucherLog,
  type VoucherLog,
  vouchersByKey,
} from '#test/support/system-log.ts'

const ROUNDS = 4
const victims = ['command', 'eventStore', 'postgres', 'projections', 'gateway'] as const
const TRANSACTIONS = 400
/** So much must have been acknowledged between one kill and the next. */
const WRITES_BETWEEN = 40
const BACK_WITHIN_MS = 30_000
const QUIET_WITHIN_MS = 60_000

const settings = {
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  INTEGRATOR_TIMEOUT_MS: '1000',
  ATTEMPT_DEADLINE_SECONDS: '2',
}

type Place = Awaited<ReturnType<typeof placeForStacks>>

test('whatever part is killed while vouchers are issued, nothing that was acknowledged is lost and nothing is done twice', async () => {
  const place = await placeForStacks()
  const stack = await place.start(settings)
  const system = await addressesOf(place)
  const companies = [await newCompany(system), await newCompany(system)]
  const load = startLoad(companies)
  onTestFinished(async () => {
    await load.stop().catch(() => undefined)
  })

  for (let round = 1; round <= ROUNDS; round++) {
    for (const victim of victims) await killUnderLoad({ place, stack, load }, [victim])
  }
  const inner = ['command', 'eventStore', 'postgres', 'projections', 'query']
  await killUnderLoad({ place, stack, load }, inner)
  const report = await load.stop()

  const log = await settledLog(system, report)
  for (const { companyId, api } of companies) {
    const made = report.made.filter((one) => one.companyId === companyId)
    await expectReadable(api, { ...report, made }, livingIn(log, companyId))
  }
  tell(report)
})

interface Ordeal {
  readonly place: Place
  readonly stack: RunningStack
  readonly load: Load
}

/** Kills the parts at once, waits until all is back, and until the callers have got on. */
async function killUnderLoad({ place, stack, load }: Ordeal, names: readonly string[]) {
  const { pids: before, baseUrl } = await place.stackFile()
  await pause(Math.random() * 300)
  for (const name of names) process.kill(before[name] ?? 0, 'SIGKILL')
  await vi.waitFor(
    async () => {
      expect([stack.supervisor.exitCode, stack.output()]).toEqual([null, expect.any(String)])
      const { pids } = await place.stackFile()
      for (const name of names) {
        expect([name, pids[name] !== before[name] && isAlive(pids[name] ?? 0)]).toEqual([
          name,
          true,
        ])
      }
      expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200)
    },
    { timeout: BACK_WITHIN_MS, interval: 50 },
  )
  const acknowledged = load.acknowledged()
  await vi.waitFor(
    () => expect(load.acknowledged()).toBeGreaterThan(acknowledged + WRITES_BETWEEN),
    { timeout: BACK_WITHIN_MS, interval: 50 },
  )
}

async function addressesOf({ folder, stackFile }: Place): Promise<SystemAddresses> {
  const { baseUrl, sandboxUrl, databaseUrl, eventStoreUrl } = await stackFile()
  const vaultKey = readFileSync(join(folder, 'vault.key'), 'utf8').trim()
  return { baseUrl, sandboxUrl: sandboxUrl ?? '', databaseUrl, eventStoreUrl, vaultKey }
}

async function newCompany(system: SystemAddresses) {
  const dealer = await newDealer(system)
  const accountId = recordId()
  const transactionIds = Array.from({ length: TRANSACTIONS }, recordId)
  await dealer.import(
    { kind: 'bankAccount', data: { id: accountId, name: 'Hesap' } },
    ...transactionIds.map((id) => ({
      kind: 'bankTransaction',
      data: {
        id,
        accountId,
        stamp: id,
        incoming: false,
        transactionDate: '2026-11-19T10:00:00Z',
        amount: '2500.00',
        currency: 'TRY',
      },
    })),
  )
  const api = apiAt(system.baseUrl, dealer.credentials, { mayFail: true })
  return { companyId: dealer.companyId, api, transactionIds }
}

/** The log as it is once all is quiet: in order in itself, and the read models equal to it. */
async function settledLog(system: SystemAddresses, report: LoadReport): Promise<VoucherLog> {
  const { databaseUrl, eventStoreUrl, vaultKey } = system
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 2, name: 'test' })
  const eventStore = connectEventStore({ url: eventStoreUrl, logger: silentLogger })
  try {
    await vi.waitFor(async () => expect(looseEnds(await readVoucherLog(eventStore))).toEqual([]), {
      timeout: QUIET_WITHIN_MS,
      interval: 500,
    })
    const log = await readVoucherLog(eventStore)
    expect(numberFaults(log)).toEqual([])
    expectOneVoucherForEachKey(log, report)
    const vault = await openVault(pool, Buffer.from(vaultKey, 'hex'))
    expect(await differences({ databaseUrl, eventStore, vault })).toEqual([])
    return log
  } finally {
    await eventStore.close()
    await pool.end()
  }
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
  const kills = `${ROUNDS + 1} × ${victims.slice(0, 4).join(', ')}; ${ROUNDS} × gateway; 1 × query`
  const counts = {
    made: made.length,
    deleted: deletedIds.size,
    lost: lostKeys.length,
    forgotten: forgottenKeys.length,
  }
  process.stdout.write(`${JSON.stringify({ kills, ...counts, ...tally })}\n`)
}
