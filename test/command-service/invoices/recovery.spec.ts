import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { recordDraftDeletion, startDraftDeletion } from '#command/invoices/delete.ts'
import type { Decision } from '#command/invoices/invoice.ts'
import {
  type OpenInvoice,
  recoverInvoice,
  startInvoiceRecovery,
} from '#command/invoices/recovery.ts'
import { invoiceRepositories, invoiceStream } from '#command/invoices/repository.ts'
import { recordSubmission, request } from '#command/invoices/submit.ts'
import { httpInvoiceIntegrator } from '#command/providers/invoice-integrator/http.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { invoiceContent } from '#test/support/invoice-events.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { processForThisTest } from '#test/support/running-processes.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'
import { originIn } from '#test/support/stored-events.ts'

const infrastructure = infrastructureForThisFile()
const patience = { deadlineMs: 60_000, graceMs: 3_000 }
const SOON = { timeout: LONGEST_WAIT_MS, interval: 20 }

/** A draft at the integrator whose process has died, and the recovery that finds it. */
async function interruptedDraft() {
  const { url } = await sandboxForThisTest()
  const { eventStore, vault, pool, eventsOf } = infrastructure()
  const clock = { now: Date.parse('2026-11-20T09:00:00.000Z') }
  const log = { eventStore, vault, now: () => clock.now }
  const repositories = invoiceRepositories(log)
  const companyId = randomBytes(12).toString('hex')
  const invoiceId = randomBytes(12).toString('hex')
  const content = { ...invoiceContent, invoiceId, uuid: documentUuidOf(invoiceId), isDraft: true }
  const attempt = { attemptId: randomUUID(), now: instantOf(clock.now) }
  const record = (decision: Decision) =>
    repositories.invoices.execute({
      stream: invoiceStream(invoiceId),
      decision,
      origin: originIn(companyId),
    })
  await record(request({ content, payloadHash: '9a7d', ...attempt }))
  const invoices = {
    log,
    repositories,
    integrator: httpInvoiceIntegrator({ url, timeoutMs: 5_000 }),
    references: {
      company: () => undefined,
      timeZone: () => 'Europe/Istanbul',
      settings: () => undefined,
      integratorAccount: () => undefined,
    },
    closing: new AbortController().signal,
  }
  return {
    attempt,
    clock,
    companyId,
    invoiceId,
    invoices,
    record,
    types: async () => (await eventsOf(companyId)).map(({ type }) => type),
    async recovery() {
      const recovery = await startInvoiceRecovery({
        log,
        pool,
        invoices,
        patience,
        logger: silentLogger,
        processes: await processForThisTest(pool),
      })
      onTestFinished(recovery.close)
      return recovery
    },
  }
}

test('a draft that a crash interrupted is deleted as a draft, without a status query', async () => {
  const { clock, types, ...draft } = await interruptedDraft()
  const recovery = await draft.recovery()

  const crashed = ['InvoiceRequested', 'SubmissionStarted']
  await expect.poll(recovery.open, SOON).toBe(1)
  clock.now += patience.deadlineMs
  await expect.poll(types, SOON).toEqual([...crashed, 'SubmissionUnknown'])
  clock.now += patience.graceMs
  const deleted = ['DraftDeletionStarted', 'DraftDeleted']
  await expect.poll(types, SOON).toEqual([...crashed, 'SubmissionUnknown', ...deleted])
  clock.now += patience.graceMs
  await expect.poll(recovery.open, SOON).toBe(0)
})

test('a deletion without an answer, which no client repeats, is completed', async () => {
  const { attempt, clock, record, types, ...draft } = await interruptedDraft()
  await record(recordSubmission({ ...attempt, outcome: { kind: 'done', answer: {} } }))
  const deletion = { attemptId: randomUUID(), now: attempt.now }
  await record(startDraftDeletion(deletion))
  const silence = { kind: 'unknown', errorCode: 'TIMEOUT', errorMessage: 'No answer.' } as const
  await record(recordDraftDeletion({ ...deletion, outcome: silence }))
  const before = await types()
  clock.now += patience.deadlineMs
  await draft.recovery()

  await expect.poll(types, SOON).toEqual([...before, 'DraftDeletionStarted', 'DraftDeleted'])
})

test('a draft stays that was kept, and said to be, since the recovery had looked', async () => {
  const { attempt, companyId, invoiceId, invoices, record, types } = await interruptedDraft()
  const silence = { kind: 'unknown', errorCode: 'TIMEOUT', errorMessage: 'No answer.' } as const
  await record(recordSubmission({ ...attempt, outcome: silence }))
  const open: OpenInvoice = {
    companyId,
    lastEventId: randomUUID(),
    correlationId: randomUUID(),
    requestId: null,
    since: Date.parse(attempt.now),
    ledger: null,
    transaction: null,
    stage: 'unknown',
    isDraft: true,
    asked: 0,
    dueAt: 0,
  }
  await record(recordSubmission({ ...attempt, outcome: { kind: 'done', answer: {} } }))
  const before = await types()

  await recoverInvoice(invoices, { invoiceId, open, action: 'delete' }, patience)

  expect(before.at(-1)).toBe('DraftKept')
  expect(await types()).toEqual(before)
})
