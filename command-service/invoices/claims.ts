import type { Claimant, Holder } from '#command/claims/claimant.ts'
import { releaseEnded } from '#command/claims/claiming.ts'
import { writtenDay } from '#command/claims/same-day.ts'
import type { Loaded } from '#command/event-sourcing/repository.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { type Decision, holdsNothing, type Invoice } from './invoice.ts'
import {
  execute,
  type InvoiceRepositories,
  type InvoiceTarget,
  invoiceStream,
  type LoadedInvoice,
  type SettlingDependencies,
} from './repository.ts'

/** Invoices, as their claims need them. */
export const invoiceClaimant = (repositories: InvoiceRepositories): Claimant => ({
  kind: 'invoice',
  ledgers: repositories.ledgers,
  transactionClaims: repositories.transactionClaims,
  find: async (invoiceId) => holderIn(await repositories.invoices.load(invoiceStream(invoiceId))),
  abandon: async (invoiceId, origin) =>
    holdsNothing((await fenceInvoice(repositories, invoiceId, origin)).state),
})

function holderIn({ state, begunAt, position }: Loaded<Invoice>): Holder {
  if (state.status === 'none') return { status: 'nowhere' }
  if (state.status === 'abandoned' || holdsNothing(state)) return { status: 'givenUp' }
  const { content, uuid, officialNumber: invoiceNumber } = state
  const written = writtenDay(content, begunAt)
  const isComplete = state.stage === 'issued' || state.stage === 'draft'
  return { status: 'there', written, position, isComplete, uuid, invoiceNumber }
}

/** Prevents the creation of the invoice. An existing one is not changed. */
export const fenceInvoice = (
  { invoices }: InvoiceRepositories,
  invoiceId: string,
  origin: Origin,
) =>
  invoices.execute({
    stream: invoiceStream(invoiceId),
    decision: abandon(invoiceId),
    origin,
    isNew: true,
  })

/** Fences an invoice that was never written. */
export const abandon =
  (invoiceId: string): Decision =>
  ({ status }) =>
    status === 'none' ? [{ type: 'InvoiceAbandoned', data: { invoiceId, claims: null } }] : []

/** Does it, and gives back what the invoice had claimed where that leaves it with nothing. */
export async function settle(
  dependencies: Pick<SettlingDependencies, 'repositories'>,
  target: InvoiceTarget,
  decision: Decision,
): Promise<LoadedInvoice> {
  const settled = await execute(dependencies, target, decision)
  if (holdsNothing(settled.invoice)) {
    const { claims } = settled.invoice.content
    const { invoiceId, origin } = target
    await releaseEnded(invoiceClaimant(dependencies.repositories), invoiceId, { claims, origin })
  }
  return settled
}
