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
  const decision = recordStatus({ status, now, nextAt: instantAfter(now, waitMs) })
  await settle(dependencies, { invoiceId, origin }, decision)
}

type StatusAsked = Extract<InvoiceEvent, { type: 'StatusAsked' }>['data']

/** An integrator that does not answer clearly has said nothing. */
const statusIn = (answer: Outcome<VoucherStatus> | NotFound): StatusCheck['status'] =>
  answer.kind === 'done'
    ? answer.answer
    : { state: answer.kind === 'notFound' ? 'notFound' : 'unclear' }

export interface StatusCheck {
  readonly status:
    | { readonly state: 'accepted'; readonly number: string; readonly acceptedAt: string }
    | { readonly state: 'rejected' | 'cancelled'; readonly detail: string | null }
    | { readonly state: StatusAsked['found'] }
  readonly now: string
  readonly nextAt: string
}

/** That the integrator knows of no document is no proof: it is asked again. */
export const recordStatus = ({ status, now, nextAt }: StatusCheck): Decision =>
  onRequested((invoice) => {
    if (invoice.stage !== 'unknown') return []
    switch (status.state) {
      case 'accepted': {
        const { number: invoiceNumber, acceptedAt: issuedAt } = status
        const data = { ...idsOf(invoice), attemptId: null, invoiceNumber, issuedAt }
        return [{ type: 'InvoiceIssued', data }]
      }
      case 'rejected':
      case 'cancelled': {
        const errorMessage = status.detail ?? `The integrator's document is ${status.state}.`
        const failure = { errorCode: status.state.toUpperCase(), errorMessage }
        return [refused(invoice, { attemptId: null, ...failure, now })]
      }
      default: {
        const data = { ...idsOf(invoice), found: status.state, askedAt: now, nextAt }
        return [{ type: 'StatusAsked', data }]
      }
    }
  })
