import { claimRepositories } from '#command/claims/repositories.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { type Loaded, repositoryOf } from '#command/event-sourcing/repository.ts'
import type { IntegratorAccess } from '#command/provider-documents/attempt.ts'
import type { CompanyReferences } from '#command/provider-documents/company.ts'
import type { DraftingDependencies } from '#command/provider-documents/drafting.ts'
import type { InvoiceIntegrator } from '#command/providers/invoice-integrator/port.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { keyHolder } from '#kernel/domain/person-name.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { type Decision, type Invoice, invoice, type RequestedInvoice } from './invoice.ts'

/** The dependencies for asking for an invoice's outcome, and for acting on it. */
export interface SettlingDependencies extends IntegratorAccess {
  readonly log: Log
  readonly repositories: InvoiceRepositories
  readonly integrator: InvoiceIntegrator
  readonly references: IntegratorAccess['references'] & CompanyReferences
}

/** What it takes to draft and to create one. */
export type InvoiceDependencies = SettlingDependencies & DraftingDependencies

/** Everything that an invoice reads and writes in the log. */
export type InvoiceRepositories = ReturnType<typeof invoiceRepositories>

export const invoiceRepositories = (log: Log) => ({
  invoices: repositoryOf(log, {
    family: invoiceEvents,
    aggregate: invoice,
    sealedFor: (event, before) => ({
      purpose: 'fiscal',
      person: keyHolder(customerOf(event, before)?.taxNumber),
    }),
    brings: ({ type, data: { invoiceId } }) =>
      type === 'InvoiceAbandoned'
        ? undefined
        : { existingId: invoiceId, uuid: documentUuidOf(invoiceId) },
  }),
  ...claimRepositories(log),
})

/** The customer is the only person that an invoice's events are about. */
function customerOf(event: InvoiceEvent, before: Invoice) {
  const requested = event.type === 'InvoiceRequested' ? event.data : null
  const content = requested ?? (before.status === 'requested' ? before.content : null)
  return content === null ? null : valueUnlessForgotten(content.customer)
}

export const invoiceStream = (invoiceId: string) => `invoice-${invoiceId}`

/** The invoice that something is done to, and where the command comes from. */
export interface InvoiceTarget {
  readonly invoiceId: string
  readonly origin: Origin
}

/** An invoice as its stream has it. */
export interface LoadedInvoice {
  readonly invoice: RequestedInvoice
  readonly position: LogPosition
}

export async function execute(
  { repositories }: Pick<SettlingDependencies, 'repositories'>,
  { invoiceId, origin }: InvoiceTarget,
  decision: Decision,
): Promise<LoadedInvoice> {
  const stream = invoiceStream(invoiceId)
  return requestedIn(await repositories.invoices.execute({ stream, decision, origin }))
}

export function requestedIn({
  state,
  position,
}: Pick<Loaded<Invoice>, 'state' | 'position'>): LoadedInvoice {
  if (state.status === 'requested') return { invoice: state, position }
  throw new Error(`an invoice that is ${state.status}`)
}

export const instantNow = ({ log }: Pick<SettlingDependencies, 'log'>) => instantOf(log.now())
