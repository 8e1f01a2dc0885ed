// @module-tag embedded-parts

import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT, stuckOf } from '#test/operator/stuck/support.ts'
import { invoiceBookFaults, invoicesInLog, isOpen } from '#test/support/invoice-books.ts'
import {
  type InvoicingCompany,
  type InvoicingReport,
  startInvoiceLoad,
} from '#test/support/invoice-load.ts'
import { invoicingDealer } from '#test/support/invoices.ts'
import { killUnderLoad, type LoadedStack } from '#test/support/kills.ts'
import { placeForStacks } from '#test/support/running-stack.ts'
import { callsOf, fault } from '#test/support/sellers.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { recordId } from '#test/support/system-dealer.ts'
import { withLog } from '#test/support/with-log.ts'

const targets = ['command', 'sandbox', 'eventStore', 'postgres'] as const
const TRANSACTIONS = 200
const ACKNOWLEDGED_BETWEEN = 5
const HELD_MS = 600
/** The recovery's grace and its first questions. */
const SETTLED_WITHIN_MS = 40_000

const settings = {
  DEMO: 'false',
  LOG_LEVEL: 'warn',
  INTEGRATOR_TIMEOUT_MS: '1000',
  ATTEMPT_DEADLINE_SECONDS: '3',
}

test('after any kills during submissions, each document at the integrator is an issued or open invoice here, and none is sent twice', async () => {
  const place = await placeForStacks()
  const stack = await place.start(settings)
  const system = await place.addresses()
  const companies = [await newCompany(system), await newCompany(system)]
  const load = startInvoiceLoad(system, companies)
  onTestFinished(async () => {
    await load.stop().catch(() => undefined)
  })
  const { acknowledged } = load
  const killing = { place, stack, acknowledged, between: ACKNOWLEDGED_BETWEEN }

  for (const target of targets) {
    await pause(Math.random() * 300)
    await killUnderLoad(killing, [target])
    await killAroundSubmission(system, killing, target)
  }
  const report = await load.stop()

  await fetch(`${system.sandboxUrl}/__sandbox/faults`, { method: 'DELETE' })
  const invoices = await settledInvoices(system)
  expect(await invoiceBookFaults(system, invoices)).toEqual([])
  expect([report.issued.size, report.deleted.size]).not.toContain(0)
  expectNothingLost(invoices, report)
  await expectReadable(invoices, companies)
  const open = [...invoices.values()].filter(isOpen)
  for (const { id } of open.slice(0, 3)) {
    expect(await stuckOf(system, id, PATIENT)).toMatchObject({ kind: 'invoice', id })
  }
  tell(report, { documents: invoices.size, open: open.length })
})

type Invoices = Awaited<ReturnType<typeof invoicesInLog>>

async function newCompany(system: SystemAddresses): Promise<InvoicingCompany> {
  const dealer = await invoicingDealer(system)
  const accountId = recordId()
  const transactionIds = Array.from({ length: TRANSACTIONS }, recordId)
  const transaction = {
    accountId,
    incoming: true,
    transactionDate: '2026-11-20T09:45:00Z',
    amount: '25000.00',
    currency: 'TRY',
    idNo: '10000000146',
    nameSurname: 'Ayşe Yılmaz',
  }
  await dealer.import(
    { kind: 'bankAccount', data: { id: accountId, name: 'Hesap' } },
    ...transactionIds.map((id) => ({
      kind: 'bankTransaction',
      data: { ...transaction, id, stamp: id },
    })),
  )
  const api = apiAt(system.baseUrl, dealer.credentials, { mayFail: true })
  return { companyId: dealer.companyId, api, transactionIds }
}

/** At a moment between the arrival of a submission and shortly after its answer. */
async function killAroundSubmission(system: SystemAddresses, killing: LoadedStack, target: string) {
  const submissions = async () => (await callsOf(system, 'invoice.submit')).length
  const before = await submissions()
  await fault(system, 'invoice.submit', 'slow', HELD_MS)
  await fault(system, 'invoice.submit', 'slow', HELD_MS)
  await vi.waitFor(async () => expect(await submissions()).toBeGreaterThan(before + 1), {
    timeout: 30_000,
    interval: 25,
  })
  await pause(Math.random() * HELD_MS * 1.2)
  await killUnderLoad(killing, [target])
}

/** Once the recovery has found out what can be found out: what stays open has no end at the integrator. */
async function settledInvoices(system: SystemAddresses): Promise<Invoices> {
  const read = () => withLog(system, ({ eventStore }) => invoicesInLog(eventStore))
  await vi.waitFor(
    async () => {
      const open = [...(await read()).values()].filter(isOpen)
      const ends = await Promise.all(
        open.map(async ({ uuid }) => {
          const answer = await fetch(`${system.sandboxUrl}/invoices/${uuid}`)
          return answer.status
        }),
      )
      expect(ends.filter((status) => status === 200)).toEqual([])
    },
    { timeout: SETTLED_WITHIN_MS, interval: 500 },
  )
  return read()
}

/** What a caller was told stands in the log, and no transaction has two invoices. */
function expectNothingLost(invoices: Invoices, { issued, deleted }: InvoicingReport) {
  for (const [uuid, number] of issued)
    expect([uuid, invoices.get(uuid)?.number]).toEqual([uuid, number])
  for (const uuid of deleted) expect([uuid, invoices.get(uuid)?.isOver]).toEqual([uuid, true])
  const alive = [...invoices.values()].filter(({ isOver }) => !isOver)
  const claimed = alive.flatMap(({ transactionId }) => transactionId ?? [])
  expect(new Set(claimed).size).toBe(claimed.length)
}

/** The lists hold what was issued, no more and no less. */
async function expectReadable(invoices: Invoices, companies: readonly InvoicingCompany[]) {
  for (const { companyId, api } of companies) {
    const own = [...invoices.values()].filter((invoice) => invoice.companyId === companyId)
    const count = own.filter(({ number }) => number !== null).length
    await vi.waitFor(
      async () => expect((await api.get('/v1/invoices?pageSize=1')).meta?.total).toBe(count),
      { timeout: 10_000, interval: 100 },
    )
  }
}

function tell({ issued, deleted, tally }: InvoicingReport, counts: object) {
  const kills = `2 × ${targets.join(', ')}`
  const told = { kills, issued: issued.size, deleted: deleted.size, ...counts, ...tally }
  process.stdout.write(`${JSON.stringify(told)}\n`)
}
