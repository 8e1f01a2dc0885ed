import type { Claimant } from '#command/claims/claiming.ts'
import { claimRepositories } from '#command/claims/repositories.ts'
import { repositoryOf } from '#command/event-sourcing/aggregate.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { known } from '#kernel/events/event-family.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import { invoice } from '../invoice.ts'
import type { Invoice } from '../invoice-state.ts'

/** Everything that issuing an invoice reads and writes in the log. */
export type InvoiceRepositories = ReturnType<typeof invoiceRepositories>

export function invoiceRepositories(log: Log) {
  return {
    invoices: repositoryOf(log, {
      family: invoiceEvents,
      decider: invoice,
      sealedFor: (event, before) => ({
        purpose: 'fiscal',
        person: customerOf(event, before)?.taxNumber ?? 'unidentified',
      }),
    }),
    ...claimRepositories(log),
  }
}

export const invoiceStream = (invoiceId: string) => `invoice-${invoiceId}`

/** Invoices, as their claims need them. */
export const invoiceClaimant = (repositories: InvoiceRepositories): Claimant => ({
  kind: 'invoice',
  ledgers: repositories.ledgers,
  transactionClaims: repositories.transactionClaims,
  wasGivenUp: async (invoiceId) => {
    const { state } = await repositories.invoices.load(invoiceStream(invoiceId))
    return holdsNothing(state)
  },
  abandon: async (invoiceId, origin) => {
    const command = { type: 'AbandonInvoice', invoiceId } as const
    const stream = invoiceStream(invoiceId)
    const execution = { stream, command, origin, isNew: true }
    return holdsNothing((await repositories.invoices.execute(execution)).state)
  },
})

/** What it had claimed is free, or about to be; a cancelled one is alive no more. */
export const holdsNothing = (state: Invoice) =>
  state.status === 'abandoned' ||
  (state.status === 'requested' && (state.stage === 'ended' || state.isCancelled))

/** All that an invoice's events tell of a person is the customer's. */
function customerOf(event: InvoiceEvent, before: Invoice) {
  const requested = event.type === 'InvoiceRequested' ? event.data : null
  const content = requested ?? (before.status === 'requested' ? before.content : null)
  return content === null ? null : known(content.customer)
}
