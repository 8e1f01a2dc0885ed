import type { WantedClaims } from '#command/claims/claiming.ts'
import { refuseConflicts, refuseProcessed } from '#command/claims/conflicts.ts'
import { askTaxpayerRegistry } from '#command/providers/taxpayer-registry/ask.ts'
import type { TaxpayerRegistry } from '#command/providers/taxpayer-registry/port.ts'
import { dayIn, yearOf } from '#kernel/domain/calendar-day.ts'
import { toMoney } from '#kernel/domain/money.ts'
import { breaksRule, reject } from '#kernel/domain/rejection.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import {
  draftVoucher,
  type VoucherDraft,
  type VoucherFacts,
  type VoucherRequest,
} from '../voucher-draft.ts'
import { voucherClaimant } from './claims.ts'
import { type FactSources, gatherFacts } from './facts.ts'
import { numberBookStream, type VoucherRepositories } from './repositories.ts'

export interface DraftingParts extends FactSources {
  readonly repositories: VoucherRepositories
  readonly taxpayers: TaxpayerRegistry
}

interface Drafting {
  readonly context: RequestContext
  readonly voucherId: string
  /** Epoch milliseconds; for a command that is repeated, those of its first try. */
  readonly now: number
}

/**
 * The voucher as it would be, or a refusal: uniqueness is told before a broken rule, and that
 * before anything a provider says (decisions: item 1). What only claiming can tell comes later.
 */
export async function permittedDraft(
  parts: DraftingParts,
  request: VoucherRequest,
  { context, voucherId, now }: Drafting,
): Promise<{ readonly draft: VoucherDraft; readonly wanted: WantedClaims }> {
  const { companyId } = context.caller
  const facts = await gatherFacts(parts, request, { companyId, now })
  const { draft, violations } = draftVoucher(request, facts)
  const wanted = wantedClaims(parts, { request, facts, companyId, voucherId })
  const asksRegistry = facts.settings?.expense?.blockEInvoiceTaxpayers === true
  refuseProcessed(facts.transaction)
  await refuseTakenNumber(parts, { request, facts, companyId, voucherId })
  if (draft === undefined || asksRegistry) {
    await refuseConflicts(voucherClaimant(parts.repositories), wanted)
  }
  if (draft === undefined) {
    return reject('BUSINESS_RULE', 'The voucher cannot be issued like this.', violations)
  }
  if (asksRegistry) await refuseTaxpayer(parts.taxpayers, request.idNo, context.requestId)
  return { draft, wanted }
}

interface Claimable {
  readonly request: VoucherRequest
  readonly facts: VoucherFacts
  readonly companyId: string
  readonly voucherId: string
}

function wantedClaims({ log, references }: DraftingParts, claimable: Claimable): WantedClaims {
  const { request, facts, companyId, voucherId } = claimable
  const { transaction, now } = facts
  const date = request.transactionDate ?? transaction?.transactionDate ?? now
  const day = dayIn(references.timeZone(companyId), Date.parse(date))
  const year = String(yearOf(day))
  const key = log.vault.pseudonym('ledger', 'expenseVoucher', companyId, request.idNo, year)
  return {
    documentId: voucherId,
    bankTransactionId: transaction?.transactionId ?? null,
    ledger: `documentLedger-${key}`,
    day,
    amount: toMoney(transaction?.amount ?? String(request.amount ?? 0)),
    allowDuplicate: request.allowDuplicate === true,
  }
}

/** What is the company's own sequence is refused for another reason. */
async function refuseTakenNumber({ log, repositories }: DraftingParts, claimable: Claimable) {
  const { request, facts, companyId, voucherId } = claimable
  const { serial, number } = request
  const isOwn = serial === facts.settings?.expense?.serial
  if (serial === undefined || number === undefined || isOwn) return
  const wanted = { serial, documentId: voucherId, given: number }
  await repositories.books.refuseTaken(numberBookStream(log, companyId, serial), wanted)
}

async function refuseTaxpayer(registry: TaxpayerRegistry, idNo: string, requestId: string) {
  if (await askTaxpayerRegistry(registry, idNo, requestId)) {
    breaksRule('data.idNo', 'eInvoiceTaxpayer', 'The seller is an e-invoice taxpayer.')
  }
}
