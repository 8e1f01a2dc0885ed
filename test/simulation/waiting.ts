import { providerVouchers } from '#command/expense-vouchers/stuck.ts'
import { providerInvoices } from '#command/invoices/stuck.ts'
import { stuckAmong } from '#command/provider-documents/stuck.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { auditElectronic } from '#test/command-service/expense-vouchers/electronic-audit.ts'
import { decoded } from '#test/support/decoded.ts'
import { pageOf } from './world/event-store.ts'
import type { World } from './world/instance.ts'
import { patience } from './world/settings.ts'

/** When all is quiet, the operator's list has exactly the documents that only a person can decide. */
export async function wronglyListed({ log, time }: World): Promise<readonly string[]> {
  const readStream = async (stream: string, page: Parameters<typeof pageOf>[1]) =>
    pageOf(log.stream(stream), page)
  const judging = {
    log: { eventStore: { readStream }, now: time.now },
    deadlineMs: patience.deadlineMs,
  }
  const vouchers = auditElectronic(log.events(), patience).documents.keys()
  const invoices = invoicesIn(log.events()).map(({ data }) => data.invoiceId)
  const listed = new Set([
    ...(await idsOf(stuckAmong(vouchers, judging, providerVouchers))),
    ...(await idsOf(stuckAmong(new Set(invoices), judging, providerInvoices))),
  ])
  const waiting = waitingIn(log.events())
  return [
    ...[...waiting].flatMap((id) => (listed.has(id) ? [] : [`${id} waits, and is not listed`])),
    ...[...listed].flatMap((id) => (waiting.has(id) ? [] : [`${id} is listed, and does not wait`])),
  ]
}

/** Of whose submission nobody knows what has become. */
export function waitingIn(events: readonly StoredEvent[]): ReadonlySet<string> {
  const { documents } = auditElectronic(events, patience)
  const waiting = new Set(
    [...documents].flatMap(([id, { state, acceptance }]) =>
      state === 'review_required' && acceptance === null ? [id] : [],
    ),
  )
  for (const { type, data } of invoicesIn(events)) {
    if (type === 'SubmissionUnknown') waiting.add(data.invoiceId)
    // To ask without an answer leaves it as it is.
    else if (type !== 'StatusAsked') waiting.delete(data.invoiceId)
  }
  return waiting
}

const invoicesIn = (events: readonly StoredEvent[]) =>
  decoded([invoiceEvents], events).map(({ event }) => event)

const idsOf = async (documents: AsyncIterable<{ readonly id: string }>) =>
  (await Array.fromAsync(documents)).map(({ id }) => id)
