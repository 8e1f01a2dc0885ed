import { nameOrPrevent } from '#command/claims/claimant.ts'
import type { DocumentNames } from '#command/claims/transaction-claim.ts'
import {
  type InvoiceDependencies,
  type InvoiceTarget,
  invoiceClaimant,
  invoiceStream,
} from './dependencies.ts'
import { outcomeUnknown } from './submit.ts'

/** Names an invoice that was issued, or a draft that is kept; prevents one that does not exist. In between nobody knows. */
export async function settleInvoice(
  { repositories }: Pick<InvoiceDependencies, 'repositories'>,
  { invoiceId, origin }: InvoiceTarget,
): Promise<DocumentNames | undefined> {
  const names = await nameOrPrevent(invoiceClaimant(repositories), invoiceId, origin)
  if (names === undefined) return undefined
  const { state } = await repositories.invoices.load(invoiceStream(invoiceId))
  if (state.status !== 'requested') return undefined
  const { stage, content, attempt } = state
  if (stage === 'issued' || stage === 'draft') return names
  throw outcomeUnknown({ attemptId: attempt?.id ?? invoiceId, content })
}
