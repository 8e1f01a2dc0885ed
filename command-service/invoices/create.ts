import type { Static } from 'typebox'
import { findOrPrevent } from '#command/claims/claimant.ts'
import { claim } from '#command/claims/claiming.ts'
import type { Command } from '#command/event-sourcing/command.ts'
import { createOnce } from '#command/event-sourcing/create-once.ts'
import type { CompleteRecord } from '#command/event-sourcing/idempotency.ts'
import { RecordedRefusal } from '#command/event-sourcing/named-when-shown.ts'
import { originOf } from '#command/event-sourcing/origin.ts'
import type { Loaded } from '#command/event-sourcing/repository.ts'
import { NOT_SENT } from '#command/provider-documents/attempt.ts'
import type { Drafting } from '#command/provider-documents/drafting.ts'
import type { CreatedInvoice } from '#kernel/contract/invoice-answers.ts'
import { detail } from '#kernel/domain/detail.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { filled } from '#kernel/domain/messages/message.ts'
import { personRefOf } from '#kernel/domain/person-name.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { fenceInvoice, invoiceClaimant } from './claims.ts'
import { holdsNothing, type Invoice, type InvoiceContent } from './invoice.ts'
import type { InvoiceDraft, InvoiceRequest } from './invoice-draft.ts'
import { permittedInvoice } from './permit.ts'
import { writtenTotals } from './preview.ts'
import {
  type InvoiceDependencies,
  type InvoiceTarget,
  invoiceStream,
  type LoadedInvoice,
  requestedIn,
} from './repository.ts'
import { outcomeUnknown, submit } from './submit.ts'

/** The create answer's data, and the position at which it can be read. */
interface CreatedAt {
  readonly invoice: Static<typeof CreatedInvoice>
  readonly position: LogPosition
}

type CurrentInvoice = Pick<Loaded<Invoice>, 'state' | 'position'>

/** Claims, records and sends once. The outcome is recorded; if it is unknown, the recovery asks until it is known. */
export function create(
  dependencies: InvoiceDependencies,
  request: InvoiceRequest,
  { context, command }: { readonly context: RequestContext; readonly command: Command },
): Promise<CreatedAt> {
  const { log, repositories } = dependencies
  const origin = originOf(context, command.id)
  const now = command.begunAt ?? log.now()
  return createOnce<CurrentInvoice, CreatedAt>(command, {
    kind: 'invoice',
    load: (invoiceId) => repositories.invoices.load(invoiceStream(invoiceId)),
    stands: ({ state }) => standingOf(state),
    create: async (documentId) =>
      answerOf(await claimAndSubmit(dependencies, request, { context, documentId, now }, origin)),
    resume: async (loaded) => answerOf(requestedIn(loaded)),
    fence: async (invoiceId) => {
      const { state, position } = await fenceInvoice(repositories, invoiceId, origin)
      return holdsNothing(state) ? undefined : { state, position }
    },
  })
}

/** An earlier invoice that the integrator refused is reported; one that ended in another way does not block the next. */
function standingOf(invoice: Invoice) {
  if (invoice.status === 'none') return 'nowhere'
  if (invoice.status === 'abandoned') return 'fenced'
  const { stage, refusal } = invoice
  const isRefused = refusal !== null && refusal.errorCode !== NOT_SENT.errorCode
  return stage === 'ended' && !isRefused ? 'fenced' : 'there'
}

async function claimAndSubmit(
  dependencies: InvoiceDependencies,
  request: InvoiceRequest,
  drafting: Drafting,
  origin: Origin,
): Promise<LoadedInvoice> {
  const { companyId } = origin
  const { documentId: invoiceId } = drafting
  const isDraft = request.isDraft === true
  const permitted = await permittedInvoice(dependencies, request, {
    ...drafting,
    purpose: isDraft ? 'draft' : 'official',
  })
  const { draft, channel, wanted } = permitted
  const claims = await claim(invoiceClaimant(dependencies.repositories), wanted, origin)
  const content: InvoiceContent = {
    ...draft,
    lines: [...draft.lines],
    invoiceId,
    uuid: documentUuidOf(invoiceId),
    isDraft,
    channel,
    environment: dependencies.references.settings(companyId)?.eDocument?.environment ?? 'test',
    personRef: personRefOf(dependencies.log.vault, companyId, draft.customer.taxNumber),
    claims,
  }
  return submit(dependencies, content, origin)
}

/** An invoice that was issued, or a draft that is kept; one that does not exist is prevented. In between nobody knows. */
export async function settleInvoice(
  { repositories }: Pick<InvoiceDependencies, 'repositories'>,
  { invoiceId, origin }: InvoiceTarget,
): Promise<CompleteRecord | undefined> {
  const found = await findOrPrevent(invoiceClaimant(repositories), invoiceId, origin)
  if (found === undefined) return undefined
  const { position, isComplete, uuid, invoiceNumber } = found
  if (isComplete) return { position, uuid, invoiceNumber }
  const { state } = await repositories.invoices.load(invoiceStream(invoiceId))
  if (state.status !== 'requested') return undefined
  throw outcomeUnknown({ attemptId: state.attempt?.id ?? invoiceId, content: state.content })
}

/** If the outcome is unknown, the refusal says that the invoice must not be sent again. */
function answerOf({ invoice, position }: LoadedInvoice): CreatedAt {
  const { content, stage, officialNumber: invoiceNumber } = invoice
  const isAnswer = content.isDraft ? stage === 'draft' : stage === 'issued'
  if (!isAnswer) throw refusalOf({ invoice, position })
  const { invoiceId: id, isDraft, uuid, channel } = content
  const created = { id, isDraft, uuid, invoiceNumber, channel }
  return { invoice: createdInvoice(content, created), position }
}

/** Why the response shows no invoice. Only a final refusal frees the key for another try. */
function refusalOf({ invoice, position }: LoadedInvoice): RecordedRefusal {
  const { content, refusal } = invoice
  const { uuid, invoiceId: existingId } = content
  const isFinal = holdsNothing(invoice)
  if (refusal !== null) {
    const { errorCode, words } = refusal
    const message =
      words === null
        ? 'The integrator has refused it.'
        : filled('The integrator has refused it: {words}', { words })
    const refused = new Rejection('UPSTREAM_ERROR', message, [
      detail('Idempotency-Key', 'refused', { uuid, errorCode }),
    ])
    return new RecordedRefusal(refused, { position, isFinal })
  }
  const message = isFinal
    ? 'The draft of this request was deleted; send the request again.'
    : 'It is not known yet what the integrator has done with this invoice.'
  const rejection = new Rejection('CONFLICT', message, [
    detail('Idempotency-Key', 'duplicate', { existingId, uuid, invoiceNumber: null }),
  ])
  return new RecordedRefusal(rejection, { position, isFinal })
}

interface Created extends Pick<InvoiceContent, 'isDraft'> {
  readonly id: string
  readonly uuid: string | null
  readonly invoiceNumber: string | null
  readonly channel: InvoiceContent['channel'] | null
}

/** The answer to a creation; a draft has no invoice yet. */
export function createdInvoice(
  invoice: Pick<
    InvoiceDraft,
    'source' | 'bankTransactionId' | 'integrator' | 'template' | 'totals'
  >,
  { id, isDraft, uuid, invoiceNumber, channel }: Created,
): Static<typeof CreatedInvoice> {
  const { key, title, lineName, material } = invoice.template
  return {
    source: invoice.source,
    sourceId: invoice.bankTransactionId ?? id,
    isDraft,
    invoiceId: isDraft ? null : id,
    uuid,
    invoiceNumber,
    channel,
    integrator: invoice.integrator,
    template: { key, title, lineName, material },
    totals: isDraft ? null : writtenTotals(invoice.totals),
  }
}
