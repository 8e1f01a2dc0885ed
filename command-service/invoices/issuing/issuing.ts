import { randomUUID } from 'node:crypto'
import { claim } from '#command/claims/claiming.ts'
import type { Command } from '#command/event-sourcing/idempotency.ts'
import { originOf } from '#command/event-sourcing/origin.ts'
import { RecordedRefusal } from '#command/provider-documents/attempt.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { recordIdFrom } from '#kernel/domain/ids.ts'
import { isRefusal, Rejection, reject } from '#kernel/domain/rejection.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import { createdInvoice, previewedInvoice } from '../invoice-answers.ts'
import type { InvoiceRequest } from '../invoice-request.ts'
import type { InvoiceContent } from '../invoice-state.ts'
import { documentOf } from './document.ts'
import { environmentOf, type InvoiceParts, type Loaded, nowOf } from './parts.ts'
import { permittedInvoice, refuseInvoiced } from './permitted-invoice.ts'
import { holdsNothing, invoiceClaimant, invoiceStream } from './repositories.ts'
import { submit } from './submission.ts'

const MAX_PLACES = 20

/** The create answer's data, and the position at which it can be read. */
export interface Issued {
  readonly invoice: ReturnType<typeof createdInvoice>
  readonly position: LogPosition
}

export async function preview(
  parts: InvoiceParts,
  request: InvoiceRequest,
  context: RequestContext,
) {
  const asked = { ...request, allowDuplicate: true }
  const drafting = { context, invoiceId: 'preview', now: parts.log.now() }
  const { draft, channel } = await permittedInvoice(parts, asked, drafting)
  return previewedInvoice(draft, channel)
}

interface Asked {
  readonly context: RequestContext
  readonly command: Command
}

/** Claim, record, send once: what came of it is recorded, or asked about until it is known. */
export async function create(
  parts: InvoiceParts,
  request: InvoiceRequest,
  asked: Asked,
): Promise<Issued> {
  const { context, command } = asked
  const origin = originOf(context, command.id)
  const { invoiceId, begun } = await placeOf(parts, command)
  if (begun !== undefined) return answered(begun)
  // What an earlier try sent may still be on its way: it must not arrive behind a refusal.
  try {
    return answered(await begin(parts, request, { ...asked, invoiceId, origin }))
  } catch (error) {
    if (!command.isRepeated || !isRefusal(error)) throw error
    const isGivenUp = await invoiceClaimant(parts.repositories).abandon(invoiceId, origin)
    if (isGivenUp) throw error
    const { state, position } = await parts.repositories.invoices.load(invoiceStream(invoiceId))
    if (state.status !== 'requested') throw error
    return answered({ invoice: state, position })
  }
}

interface Begun extends Asked {
  readonly invoiceId: string
  readonly origin: Origin
}

async function begin(
  parts: InvoiceParts,
  request: InvoiceRequest,
  { context, command, invoiceId, origin }: Begun,
): Promise<Loaded> {
  const { companyId } = context.caller
  const now = command.begunAt ?? parts.log.now()
  const { draft, channel, wanted } = await permittedInvoice(parts, request, {
    context,
    invoiceId,
    now,
  })
  const claims = await claimNaming(parts, wanted, origin)
  const { customer } = draft
  const content: InvoiceContent = {
    ...draft,
    lines: [...draft.lines],
    invoiceId,
    uuid: documentUuidOf(invoiceId),
    isDraft: request.isDraft === true,
    channel,
    environment: environmentOf(parts, companyId),
    personRef: parts.log.vault.pseudonym('person', companyId, customer.taxNumber),
    claims,
  }
  const attemptId = randomUUID()
  const document = documentOf(parts, content, companyId)
  const { state, position } = await parts.repositories.invoices.execute({
    stream: invoiceStream(invoiceId),
    command: {
      type: 'RequestInvoice',
      content,
      attemptId,
      payloadHash: parts.log.vault.pseudonym('payload', document),
      now: nowOf(parts),
    },
    origin: { ...origin, attemptId },
    isNew: true,
  })
  if (state.status !== 'requested') throw new Error(`an invoice that is ${state.status}`)
  if (state.attempt?.id !== attemptId) return { invoice: state, position }
  return submit(parts, { invoice: state, position }, { document, origin: { ...origin, attemptId } })
}

/** A transaction that somebody else has claimed meanwhile: the refusal names the invoice. */
async function claimNaming(
  parts: InvoiceParts,
  wanted: Parameters<typeof claim>[1],
  origin: Origin,
) {
  try {
    return await claim(invoiceClaimant(parts.repositories), wanted, origin)
  } catch (error) {
    const detail = error instanceof Rejection ? error.details[0] : undefined
    const { existingId } = detail ?? {}
    if (detail?.field !== 'data.bankTransactionId' || existingId === undefined) throw error
    return refuseInvoiced(parts, existingId)
  }
}

/**
 * The command's invoice, and what an earlier try has made of it. Where one was fenced off, or turned
 * out never to have arrived, the command goes on with another one; a refused one is told of.
 */
async function placeOf({ repositories }: InvoiceParts, command: Command) {
  for (let place = 1; place <= MAX_PLACES; place++) {
    const purpose = place === 1 ? 'invoice' : `invoice/${place}`
    const invoiceId = recordIdFrom(command.id, purpose)
    if (!command.isRepeated) return { invoiceId, begun: undefined }
    const { state, position } = await repositories.invoices.load(invoiceStream(invoiceId))
    if (state.status === 'none') return { invoiceId, begun: undefined }
    if (state.status === 'abandoned') continue
    const cameToNothing = state.stage === 'ended' && state.refusal === null
    if (!cameToNothing) return { invoiceId, begun: { invoice: state, position } }
  }
  return reject('CONFLICT', 'The invoice was given up too often; send it anew.')
}

/** What a caller is told of an invoice; of one whose outcome is open, that it must not be sent again. */
function answered({ invoice, position }: Loaded): Issued {
  const { content, stage, issue } = invoice
  const isAnswer = content.isDraft ? stage === 'draft' : stage === 'issued'
  if (!isAnswer) throw untold({ invoice, position })
  const { invoiceId: id, isDraft, uuid, channel } = content
  const made = { id, isDraft, uuid, invoiceNumber: issue?.invoiceNumber ?? null, channel }
  return { invoice: createdInvoice(content, made), position }
}

/** Why there is no invoice to tell of; only what has come to its end lets the same key begin again. */
function untold({ invoice, position }: Loaded): RecordedRefusal {
  const { content, refusal } = invoice
  const of = { field: 'Idempotency-Key', uuid: content.uuid }
  const isFinal = holdsNothing(invoice)
  if (refusal !== null) {
    const detail = { ...of, rule: 'refused', errorCode: refusal.errorCode }
    const refused = new Rejection('UPSTREAM_ERROR', 'The integrator has refused it.', [detail])
    return new RecordedRefusal(refused, { position, isFinal })
  }
  const message = isFinal
    ? 'The draft of this request was deleted; send it anew.'
    : 'It is not known yet what the integrator has done with this invoice.'
  const rejection = new Rejection('CONFLICT', message, [{ ...of, rule: 'duplicate' }])
  return new RecordedRefusal(rejection, { position, isFinal })
}
