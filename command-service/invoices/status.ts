import { callOf } from '#command/provider-documents/attempt.ts'
import type { NotFound, Outcome, VoucherStatus } from '#command/providers/integrator/port.ts'
import { instantAfter } from '#kernel/domain/instant.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { settle } from './claims.ts'
import { type Decision, idsOf, onRequested } from './invoice.ts'
import {
  type InvoiceTarget,
  instantNow,
  invoiceStream,
  type SettlingDependencies,
} from './repository.ts'
import { refused } from './submit.ts'

interface Question extends InvoiceTarget {
  readonly requestId: string
  /** Without a clear answer it is asked again after this. */
  readonly waitMs: number
}

/** Asks the integrator for an invoice's status, and settles the invoice if the answer is clear. */
export async function askStatus(
  dependencies: SettlingDependencies,
  { invoiceId, origin, requestId, waitMs }: Question,
): Promise<void> {
  const { repositories, integrator } = dependencies
  const { state } = await repositories.invoices.load(invoiceStream(invoiceId))
  if (state.status !== 'requested' || state.stage !== 'unknown') return
  const { content } = state
  const call = callOf(dependencies, content, { companyId: origin.companyId, requestId })
  const status = statusIn(await integrator.invoiceStatus(call, content.uuid))
  const now = instantNow(dependencies)
  const decision = recordStatus({ ...status, now, nextAt: instantAfter(now, waitMs) })
  await settle(dependencies, { invoiceId, origin }, decision)
}

type StatusAsked = Extract<InvoiceEvent, { type: 'StatusAsked' }>['data']

interface ProviderStatus {
  readonly found: StatusAsked['found'] | 'accepted' | 'rejected' | 'cancelled'
  readonly detail: string | null
  readonly accepted: { readonly number: string; readonly acceptedAt: string } | null
}

/** An integrator that does not answer clearly has said nothing. */
function statusIn(answer: Outcome<VoucherStatus> | NotFound): ProviderStatus {
  if (answer.kind === 'done') return foundAs(answer.answer)
  const found = answer.kind === 'notFound' ? 'notFound' : 'unclear'
  return { found, detail: null, accepted: null }
}

/** The integrator's report on a document that it has. */
export function foundAs(status: VoucherStatus): ProviderStatus {
  const { state: found, detail } = status
  const accepted =
    status.state === 'accepted' ? { number: status.number, acceptedAt: status.acceptedAt } : null
  return { found, detail, accepted }
}

export interface StatusCheck extends ProviderStatus {
  readonly now: string
  readonly nextAt: string
}

/** That the integrator knows of no document is no proof: it is asked again. */
export const recordStatus = ({ found, detail, accepted, now, nextAt }: StatusCheck): Decision =>
  onRequested((invoice) => {
    if (invoice.stage !== 'unknown') return []
    switch (found) {
      case 'accepted': {
        if (accepted === null) return []
        const { number: invoiceNumber, acceptedAt: issuedAt } = accepted
        const data = { ...idsOf(invoice), attemptId: null, invoiceNumber, issuedAt }
        return [{ type: 'InvoiceIssued', data }]
      }
      case 'rejected':
      case 'cancelled': {
        const errorMessage = detail ?? `The integrator's document is ${found}.`
        const failure = { errorCode: found.toUpperCase(), errorMessage }
        return [refused(invoice, { attemptId: null, ...failure, now })]
      }
      default:
        return [{ type: 'StatusAsked', data: { ...idsOf(invoice), found, askedAt: now, nextAt } }]
    }
  })
