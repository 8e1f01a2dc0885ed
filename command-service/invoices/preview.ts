import type { Static } from 'typebox'
import { findTransaction } from '#command/claims/bank-transactions.ts'
import type { WantedClaims } from '#command/claims/claiming.ts'
import { refuseConflicts, refuseProcessed } from '#command/claims/conflicts.ts'
import { refuseClaimed } from '#command/claims/transaction-claim.ts'
import { askTaxpayerRegistry } from '#command/providers/taxpayer-registry/ask.ts'
import type {
  InvoiceTotals as InvoiceTotalsSchema,
  PreviewedInvoice,
} from '#kernel/contract/invoices.ts'
import { dayIn, yearOf } from '#kernel/domain/calendar-day.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { epochMsOf, instantOf } from '#kernel/domain/instant.ts'
import { toJsonNumber, toMoney } from '#kernel/domain/money.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { InvoiceTotals } from './calculation/sale.ts'
import { canBeTaxpayer, customerNumberOf } from './customer.ts'
import { type InvoiceDependencies, invoiceClaimant, invoiceStream } from './dependencies.ts'
import type { InvoiceContent } from './invoice.ts'
import { draftInvoice, type InvoiceDraft, type InvoiceFacts } from './invoice-draft.ts'
import type { InvoiceRequest } from './invoice-request.ts'

type Channel = InvoiceContent['channel']

/** The invoice as it would be. */
export async function preview(
  dependencies: InvoiceDependencies,
  request: InvoiceRequest,
  context: RequestContext,
): Promise<Static<typeof PreviewedInvoice>> {
  const drafting = { context, invoiceId: 'preview', now: dependencies.log.now() }
  const tolerant = { ...request, allowDuplicate: true }
  const { draft, channel } = await permittedInvoice(dependencies, tolerant, drafting)
  return previewedInvoice(draft, channel)
}

interface Drafting {
  readonly context: RequestContext
  readonly invoiceId: string
  /** Epoch milliseconds; for a command that is repeated, those of its first try. */
  readonly now: number
}

interface PermittedInvoice {
  readonly draft: InvoiceDraft
  readonly channel: Channel
  readonly wanted: WantedClaims
}

/**
 * The invoice as it would be, or a refusal: uniqueness is told before a broken rule, and that before
 * anything a provider says (decisions: item 1).
 */
export async function permittedInvoice(
  dependencies: InvoiceDependencies,
  request: InvoiceRequest,
  { context, invoiceId, now }: Drafting,
): Promise<PermittedInvoice> {
  const { repositories } = dependencies
  const { companyId } = context.caller
  const facts = await gatherFacts(dependencies, request, { companyId, now })
  const { draft, violations } = draftInvoice(request, facts)
  const wanted = wantedClaims(dependencies, { request, facts, companyId, invoiceId })
  refuseProcessed(facts.transaction)
  await refuseConflicts(invoiceClaimant(repositories), wanted, ({ kind, id }) =>
    kind === 'invoice' ? refuseInvoiced(dependencies, id) : refuseClaimed(id),
  )
  if (draft === undefined) {
    return reject('BUSINESS_RULE', 'The invoice cannot be issued like this.', violations)
  }
  const channel = await channelFor(dependencies, draft, context.requestId)
  return { draft, channel, wanted }
}

/** Fetches what an invoice depends on; what the request names and is not there is not found. */
async function gatherFacts(
  { log, references, customers }: InvoiceDependencies,
  request: InvoiceRequest,
  { companyId, now }: { companyId: string; now: number },
): Promise<InvoiceFacts> {
  const template = references.invoiceTemplate(companyId, request.templateKey)
  const transaction =
    request.bankTransactionId === undefined
      ? undefined
      : await findTransaction(log, companyId, request.bankTransactionId)
  if (template === undefined && request.templateKey !== undefined) return notFound('template')
  const taxNumber = customerNumberOf(request, transaction)
  return {
    now: instantOf(now),
    settings: references.settings(companyId),
    template,
    price: template === undefined ? undefined : references.price(companyId, template.material),
    account: taxNumber === undefined ? undefined : await customers.find(companyId, taxNumber),
    transaction,
  }
}

interface Claimable {
  readonly request: InvoiceRequest
  readonly facts: InvoiceFacts
  readonly companyId: string
  readonly invoiceId: string
}

/** Every invoice stands in its customer's ledger; only a manual one is held against it. */
function wantedClaims(
  { log, references }: InvoiceDependencies,
  { request, facts, companyId, invoiceId }: Claimable,
): WantedClaims {
  const { transaction, now } = facts
  const date = request.transactionDate ?? transaction?.transactionDate ?? now
  const day = dayIn(references.timeZone(companyId), epochMsOf(date))
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
  { repositories }: Pick<InvoiceDependencies, 'repositories'>,
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
  { taxpayers }: InvoiceDependencies,
  { customer: { taxNumber } }: InvoiceDraft,
  requestId: string,
): Promise<Channel> {
  if (!canBeTaxpayer(taxNumber)) return 'earchive'
  return (await askTaxpayerRegistry(taxpayers, taxNumber, requestId)) ? 'einvoice' : 'earchive'
}

/** The answer to a preview. */
export function previewedInvoice(
  draft: InvoiceDraft,
  channel: Channel,
): Static<typeof PreviewedInvoice> {
  const { key, title, lineName, material } = draft.template
  const { taxNumber, name, city } = draft.customer
  return {
    source: draft.source,
    sourceId: null,
    amount: toJsonNumber(draft.amount),
    exchanges: toJsonNumber(draft.exchanges),
    invoiceType: draft.invoiceType,
    channel,
    template: { key, title, lineName, material },
    customer: { taxNumber, name, city },
    totals: writtenTotals(draft.totals),
    lines: draft.lines.map((line) => ({
      name: line.name,
      quantity: toJsonNumber(line.quantity),
      unitType: line.unitType,
      lineTotal: toJsonNumber(line.lineTotal),
      isDefault: line.isDefault,
    })),
  }
}

export const writtenTotals = (totals: InvoiceTotals): Static<typeof InvoiceTotalsSchema> => ({
  linesTotal: toJsonNumber(totals.linesTotal),
  kdvTotal: toJsonNumber(totals.kdvTotal),
  allowanceTotal: toJsonNumber(totals.allowanceTotal),
  payableTotal: toJsonNumber(totals.payableTotal),
})
