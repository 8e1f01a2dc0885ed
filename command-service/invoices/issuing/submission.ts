import { release } from '#command/claims/claiming.ts'
import { RecordedRefusal } from '#command/provider-documents/attempt.ts'
import type { Outcome, Refused } from '#command/providers/integrator/port.ts'
import type { Detail } from '#kernel/contract/envelope.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import { callOf, emailOf, type InvoiceParts, type Loaded, nowOf } from './parts.ts'
import { invoiceClaimant, invoiceStream } from './repositories.ts'

interface Sent {
  readonly document: string
  readonly origin: Origin
}

/** Makes the call whose attempt has been recorded: once, and records what came of it. */
export async function submit(
  parts: InvoiceParts,
  { invoice }: Loaded,
  { document, origin }: Sent,
): Promise<Loaded> {
  const { content, attempt } = invoice
  const { invoiceId, uuid, serial, isDraft } = content
  const attemptId = attempt?.id ?? ''
  const call = callOf(parts, content, { companyId: origin.companyId, requestId: attemptId })
  const sent = { uuid, document, serial, email: emailOf(content) }
  const outcome: Outcome<{ number?: string; acceptedAt?: string }> = isDraft
    ? asNothing(await parts.integrator.keepDraft(call, sent))
    : await parts.integrator.submitInvoice(call, sent)
  const { state, position } = await parts.repositories.invoices.execute({
    stream: invoiceStream(invoiceId),
    command: { type: 'RecordSubmission', attemptId, outcome, now: nowOf(parts) },
    origin,
  })
  if (state.status !== 'requested') throw new Error(`an invoice that is ${state.status}`)
  if (state.stage === 'ended') {
    const { claims } = content
    await release(invoiceClaimant(parts.repositories), invoiceId, { claims, origin })
  }
  if (outcome.kind === 'done') return { invoice: state, position }
  const isFinal = outcome.kind !== 'unknown'
  throw new RecordedRefusal(refusalOf(outcome, attemptId, uuid), { position, isFinal })
}

const asNothing = (outcome: Outcome<object>): Outcome<{ number?: string; acceptedAt?: string }> =>
  outcome.kind === 'done' ? { kind: 'done', answer: {} } : outcome

type Failed = Exclude<Outcome<object>, { kind: 'done' }>

/** What the caller is told of a call to the integrator that did not succeed. */
export function refusalOf(outcome: Failed, attemptId: string, uuid: string): Rejection {
  const { errorCode, errorMessage } = outcome
  const message =
    outcome.kind === 'unknown'
      ? 'It is not known what the integrator has done; look at the list before you try again.'
      : `The integrator has refused it: ${errorMessage}`
  const own: Detail = { field: 'integrator', rule: 'refused', errorCode, attemptId, uuid }
  const listed = outcome.kind === 'refused' ? faultsOf(outcome) : []
  return new Rejection('UPSTREAM_ERROR', message, listed.length > 0 ? listed : [own])
}

const faultsOf = ({ errors }: Refused): Detail[] =>
  errors.map(({ errorCode, errorMessage }) => ({
    field: 'integrator',
    rule: errorMessage,
    errorCode,
  }))
