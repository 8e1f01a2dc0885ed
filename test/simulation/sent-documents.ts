import { type VoucherStep } from '#command/expense-vouchers/recovery.ts'
import { type InvoiceStep } from '#command/invoices/recovery.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { decoded } from '#test/support/decoded.ts'
import { documentsIn } from '#test/support/documents-in-log.ts'
import type { Ended } from './clients.ts'
import { companies } from './setup.ts'
import { wantedBy } from './wanted.ts'
import type { World } from './world/instance.ts'
import type { SimulatedIntegrator } from './world/integrator.ts'

interface Sent {
  readonly ended: readonly Ended[]
  readonly events: readonly StoredEvent[]
  readonly integrator: SimulatedIntegrator
  readonly world: Pick<World, 'vault'>
}

/** What the integrator got is what was recorded before: by its hash, and it names company, person and amount. */
export function otherDocuments({ ended, events, integrator, world: { vault } }: Sent) {
  const steps = decoded<VoucherStep | InvoiceStep>([expenseVoucherEvents, invoiceEvents], events)
  const begun = steps.flatMap(({ event: { data } }) => ('payloadHash' in data ? [data] : []))
  const documents = new Map(documentsIn(events).map((document) => [document.id, document]))
  const people = new Map(
    ended
      .map(({ client }) => wantedBy(client).of)
      .flatMap((of) => companies.map((id) => [vault.pseudonym('person', id, of), of] as const)),
  )
  return integrator.received.flatMap(({ uuid, document }) => {
    const say = (what: string) => [`the integrator got a document ${uuid} ${what}`]
    const hash = vault.pseudonym('payload', document)
    const attempt = begun.find((one) => one.uuid === uuid && one.payloadHash === hash)
    if (attempt === undefined) return say('that nobody had recorded')
    const recorded = documents.get('voucherId' in attempt ? attempt.voucherId : attempt.invoiceId)
    if (recorded === undefined) return say('of which there is no record')
    const { companyId, personRef, amount } = recorded
    const shows = [companyId, people.get(personRef) ?? 'nobody', amount, uuid]
    return shows.flatMap((one) => (document.includes(one) ? [] : say(`without ${one}`)))
  })
}
