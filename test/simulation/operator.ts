import { resolveVoucher } from '#command/expense-vouchers/resolve.ts'
import { resolveInvoice } from '#command/invoices/resolve.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { electronicDependencies, invoiceDependencies } from '#operator/stuck/dependencies.ts'
import type { DocumentInLog } from '#test/support/documents-in-log.ts'
import { waitingIn } from './waiting.ts'
import { eventStoreOn } from './world/event-store.ts'
import type { World } from './world/instance.ts'
import { networkOf } from './world/network.ts'
import { randomFrom } from './world/random.ts'
import { patience } from './world/settings.ts'

/** A person decides about each document that waits, by the integrator's books; the recovery is at work meanwhile. */
export async function decideAll(
  world: World,
  documents: readonly DocumentInLog[],
): Promise<readonly string[]> {
  const { time, log, vault, integrator, told, appended } = world
  const network = networkOf({ time, random: randomFrom(1), foreseen: [] })
  const eventStore = eventStoreOn({
    time,
    log,
    network,
    macs: vault.eventMacs,
    logger: silentLogger,
    appended,
  })
  const dependencies = {
    log: { eventStore, vault, now: time.now },
    settings: { integratorUrl: 'https://simulated.example', timeoutMs: 2_000, ...patience },
  }
  const waiting = waitingIn(log.events())
  const faults: string[] = []
  for (const { id, kind, companyId, bankTransactionId } of documents) {
    if (!waiting.has(id)) continue
    const requestId = crypto.randomUUID()
    const origin = { ...operatorOrigin(crypto.randomUUID()), companyId, requestId }
    const order = {
      document: id,
      resolvedAs: 'neverArrived',
      reason: 'The integrator has no such document.',
      number: null,
      withoutFence: false,
    } as const
    const decided =
      kind === 'voucher'
        ? resolveVoucher(
            {
              ...(await electronicDependencies(dependencies, {
                voucherId: id,
                companyId,
                bankTransactionId,
              })),
              integrator: integrator.vouchers,
            },
            { voucherId: id, origin },
            { order, requestId },
          )
        : resolveInvoice(
            {
              ...(await invoiceDependencies(dependencies, companyId)),
              integrator: integrator.invoices,
            },
            { invoiceId: id, origin },
            { order, requestId, ...patience },
          )
    await decided.then(
      ({ state }) => told(`an operator decides that ${id} never arrived: ${state}`),
      (error: unknown) => faults.push(`an operator cannot decide about ${id}: ${String(error)}`),
    )
  }
  return faults
}
