import { findTransaction } from '#command/claims/bank-transactions.ts'
import type { WantedClaims } from '#command/claims/claiming.ts'
import { refuseConflicts, refuseProcessed } from '#command/claims/conflicts.ts'
import { refuseClaimed } from '#command/claims/transaction-claim.ts'
import { askTaxpayerRegistry } from '#command/providers/taxpayer-registry/ask.ts'
import { dayIn, yearOf } from '#kernel/domain/calendar-day.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { toMoney } from '#kernel/domain/money.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import { canBeTaxpayer, customerNumberOf } from '../customer.ts'
import type { InvoiceChannel } from '../invoice-answers.ts'
import { draftInvoice, type InvoiceDraft } from '../invoice-draft.ts'
import type { InvoiceRequest } from '../invoice-request.ts'
import type { InvoiceParts } from './parts.ts'
import { invoiceClaimant, invoiceStream } from './repositories.ts'

interface Drafting {
  readonly context: RequestContext
  readonly invoiceId: string
  /** Epoch milliseconds; for a command that is repeated, those of its first try. */
  readonly now: number
}

export interface PermittedInvoice {
  readonly draft: InvoiceDraft
  readonly channel: InvoiceChannel
  readonly wanted: WantedClaims
}

/**
 * The invoice as it would be, or a refusal: uniqueness is told before a broken rule, and that before
 * anything a provider says (decisions: item 1).
 */
export async function permittedInvoice(
  parts: InvoiceParts,
  request: InvoiceRequest,
  { context, invoiceId, now }: Drafting,
): Promise<PermittedInvoice> {
  const { companyId } = context.caller
  const facts = await gatherFacts(parts, request, { companyId, now })
  const { draft, violations } = draftInvoice(request, facts)
  const wanted = wantedClaims(parts, { request, facts, companyId, invoiceId })
  refuseProcessed(facts.transaction)
  await refuseConflicts(invoiceClaimant(parts.repositories), wanted, ({ kind, id }) =>
    kind === 'invoice' ? refuseInvoiced(parts, id) : refuseClaimed(id),
  )
  if (draft === undefined) {
    return reject('BUSINESS_RULE', 'The invoice cannot be issued like this.', violations)
  }
  const channel = await channelFor(parts, draft, context.requestId)
  return { draft, channel, wanted }
}

type Facts = Parameters<typeof draftInvoice>[1]

async function gatherFacts(
  { log, references, customers }: InvoiceParts,
  request: InvoiceRequest,
  { companyId, now }: { companyId: string; now: number },
): Promise<Facts> {
  const template = references.invoiceTemplate(companyId, request.templateKey)
  const transaction =
    request.bankTransactionId === undefined
      ? undefined
      : await findTransaction(log, companyId, request.bankTransactionId)
  if (template === undefined && request.templateKey !== undefined) return notFound('template')
  const taxNumber = customerNumberOf(request, transaction)
  return {
    now: new Date(now).toISOString(),
    settings: references.settings(companyId),
    template,
    price: template === undefined ? undefined : references.price(companyId, template.material),
    account: taxNumber === undefined ? undefined : await customers.find(companyId, taxNumber),
    transaction,
  }
}

interface Claimable {
  readonly request: InvoiceRequest
  readonly facts: Facts
  readonly companyId: string
  readonly invoiceId: string
}

/** Every invoice stands in its customer's ledger; only a manual one is held against it. */
function wantedClaims(
  { log, references }: InvoiceParts,
  { request, facts, companyId, invoiceId }: Claimable,
): WantedClaims {
  const { transaction, now } = facts
  const date = request.transactionDate ?? transaction?.transactionDate ?? now
  const day = dayIn(references.timeZone(companyId), Date.parse(date))
  const taxNumber = customerNumberOf(request, transaction) ?? ''
  const year = String(yearOf(day))
  const key = log.vault.pseudonym('ledger', 'invoice', companyId, taxNumber, year)
  return {
    documentId: invoiceId,
    bankTransactionId: transaction?.transactionId ?? null,
    ledger: `documentLedger-${key}`,
    day,
    amount: toMoney(transaction?.amount ?? String(request.amount ?? 0)),
    allowDuplicate: request.source === 'bankTransaction' || request.allowDuplicate === true,
  }
}

/** Names the invoice, or the one that is about to be made (contract: POST /v1/invoices). */
export async function refuseInvoiced(
  { repositories }: Pick<InvoiceParts, 'repositories'>,
  invoiceId: string,
): Promise<never> {
  const { state } = await repositories.invoices.load(invoiceStream(invoiceId))
  const invoiceNumber = state.status === 'requested' ? state.issue?.invoiceNumber : undefined
  return reject('CONFLICT', 'The bank transaction is invoiced, or scheduled for it.', [
    {
      field: 'data.bankTransactionId',
      rule: 'duplicate',
      existingId: invoiceId,
      uuid: documentUuidOf(invoiceId),
      ...(invoiceNumber == null ? {} : { invoiceNumber }),
    },
  ])
}

async function channelFor(
  { taxpayers }: InvoiceParts,
  { customer: { taxNumber } }: InvoiceDraft,
  requestId: string,
): Promise<InvoiceChannel> {
  if (!canBeTaxpayer(taxNumber)) return 'earchive'
  return (await askTaxpayerRegistry(taxpayers, taxNumber, requestId)) ? 'einvoice' : 'earchive'
}
