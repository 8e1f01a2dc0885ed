import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { invoiceRepositories, invoiceStream } from '#command/invoices/dependencies.ts'
import { startInvoiceRecovery } from '#command/invoices/recovery.ts'
import { request } from '#command/invoices/submit.ts'
import { httpInvoiceIntegrator } from '#command/providers/invoice-integrator/http.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { originOfProcess } from '#kernel/platform/origin.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { invoiceContent } from '#test/support/invoice-events.ts'
import { processForThisTest } from '#test/support/running-processes.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'

const infrastructure = infrastructureForThisFile()
const patience = { deadlineMs: 60_000, graceMs: 3_000 }
const SOON = { timeout: 8_000, interval: 20 }

test('a draft that a crash interrupted is deleted as a draft, without a status query', async () => {
  const { url } = await sandboxForThisTest()
  const { eventStore, vault, pool, eventsOf } = infrastructure()
  const clock = { now: Date.parse('2026-11-20T09:00:00.000Z') }
  const log = { eventStore, vault, now: () => clock.now }
  const repositories = invoiceRepositories(log)
  const companyId = randomBytes(12).toString('hex')
  const invoiceId = randomBytes(12).toString('hex')
  const content = { ...invoiceContent, invoiceId, uuid: documentUuidOf(invoiceId), isDraft: true }
  const now = new Date(clock.now).toISOString()
  const attempt = { attemptId: randomUUID(), payloadHash: '9a7d', now }
  await repositories.invoices.execute({
    stream: invoiceStream(invoiceId),
    command: request({ content, ...attempt }),
    origin: originOfProcess('test', { companyId, commandId: randomUUID(), cause: null }),
  })
  const types = async () => (await eventsOf(companyId)).map(({ type }) => type)
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
  const recovery = await startInvoiceRecovery({
    log,
    pool,
    invoices,
    patience,
    logger: silentLogger,
    processes: await processForThisTest(pool),
  })
  onTestFinished(recovery.close)

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
