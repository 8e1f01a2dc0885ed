import type { Static } from 'typebox'
import { findTransaction } from '#command/claims/bank-transactions.ts'
import type { WantedClaims } from '#command/claims/claiming.ts'
import { refuseConflicts, refuseProcessed } from '#command/claims/conflicts.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import type { CustomerDirectory } from '#command/providers/customers/port.ts'
import { askTaxpayerRegistry } from '#command/providers/taxpayer-registry/ask.ts'
import type { TaxpayerRegistry } from '#command/providers/taxpayer-registry/port.ts'
import type { PreviewedVoucher } from '#kernel/contract/expenses.ts'
import { dayIn, yearOf } from '#kernel/domain/calendar-day.ts'
import { epochMsOf, instantOf } from '#kernel/domain/instant.ts'
import { toJsonNumber, toMoney } from '#kernel/domain/money.ts'
import { breaksRule, notFound, reject } from '#kernel/domain/rejection.ts'
import { unitNames } from '#kernel/domain/unit-name.ts'
import { known } from '#kernel/events/event-family.ts'
import type { CompanySettingsEvent, TemplateEvent } from '#kernel/events/reference-data.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import { voucherClaimant } from './claims.ts'
import { numberBookStream, type VoucherRepositories } from './dependencies.ts'
import {
  draftVoucher,
  type VoucherDraft,
  type VoucherFacts,
  type VoucherRequest,
} from './voucher-draft.ts'

/** What it takes to draft a voucher. */
export interface DraftingDependencies {
  readonly log: Log
  readonly repositories: VoucherRepositories
  /** What the company keeps with us, as it is now. */
  readonly references: {
    readonly timeZone: (companyId: string) => string
    readonly settings: (companyId: string) => CompanySettingsEvent['data'] | undefined
    readonly price: (companyId: string, material: string) => string | undefined
    /** The template of that key, or the company's default, that a voucher can be made from. */
    readonly expenseTemplate: (
      companyId: string,
      key: string | undefined,
    ) => TemplateEvent['data'] | undefined
  }
  readonly customers: CustomerDirectory
  readonly taxpayers: TaxpayerRegistry
}

/** The voucher as it would be, with the number that it would probably get. */
export async function preview(
  dependencies: DraftingDependencies,
  request: VoucherRequest,
  context: RequestContext,
): Promise<Static<typeof PreviewedVoucher>> {
  const { log, repositories } = dependencies
  const drafting = { context, voucherId: 'preview', now: log.now() }
  const asked = { ...request, allowDuplicate: true }
  const { draft, wanted } = await permittedDraft(dependencies, asked, drafting)
  await refuseConflicts(voucherClaimant(repositories), wanted)
  const book = numberBookStream(log, context.caller.companyId, draft.serial)
  const { givenNumber } = draft
  const expected =
    givenNumber === null ? await repositories.books.expectedNumber(book) : BigInt(givenNumber)
  return previewedVoucher(draft, expected)
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
  dependencies: DraftingDependencies,
  request: VoucherRequest,
  { context, voucherId, now }: Drafting,
): Promise<{ readonly draft: VoucherDraft; readonly wanted: WantedClaims }> {
  const { companyId } = context.caller
  const facts = await gatherFacts(dependencies, request, { companyId, now })
  const { draft, violations } = draftVoucher(request, facts)
  const claimable = { request, facts, companyId, voucherId }
  const wanted = wantedClaims(dependencies, claimable)
  const asksRegistry = facts.settings?.expense?.blockEInvoiceTaxpayers === true
  refuseProcessed(facts.transaction)
  await refuseTakenNumber(dependencies, claimable)
  if (draft === undefined || asksRegistry) {
    await refuseConflicts(voucherClaimant(dependencies.repositories), wanted)
  }
  if (draft === undefined) {
    return reject('BUSINESS_RULE', 'The voucher cannot be issued like this.', violations)
  }
  if (asksRegistry) await refuseTaxpayer(dependencies.taxpayers, request.idNo, context.requestId)
  return { draft, wanted }
}

/** Fetches what a voucher depends on; what the request names and is not there is not found. */
async function gatherFacts(
  { log, references, customers }: DraftingDependencies,
  request: VoucherRequest,
  { companyId, now }: { companyId: string; now: number },
): Promise<VoucherFacts> {
  const template = references.expenseTemplate(companyId, request.templateKey)
  const [transaction, account] = await Promise.all([
    request.bankTransactionId === undefined
      ? undefined
      : findTransaction(log, companyId, request.bankTransactionId),
    customers.find(companyId, request.idNo),
  ])
  if (template === undefined && request.templateKey !== undefined) return notFound('template')
  return {
    now: instantOf(now),
    settings: references.settings(companyId),
    template,
    price: template === undefined ? undefined : references.price(companyId, template.material),
    account,
    transaction,
  }
}

interface Claimable {
  readonly request: VoucherRequest
  readonly facts: VoucherFacts
  readonly companyId: string
  readonly voucherId: string
}

function wantedClaims({ log, references }: DraftingDependencies, claimable: Claimable) {
  const { request, facts, companyId, voucherId } = claimable
  const { transaction, now } = facts
  const date = request.transactionDate ?? transaction?.transactionDate ?? now
  const day = dayIn(references.timeZone(companyId), epochMsOf(date))
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
async function refuseTakenNumber(
  { log, repositories }: DraftingDependencies,
  { request, facts, companyId, voucherId }: Claimable,
) {
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

/** The answer to a preview, which has no id and takes no number. */
export function previewedVoucher(
  draft: VoucherDraft,
  expectedNumber: bigint,
): Static<typeof PreviewedVoucher> {
  const { key, title, lineName, material } = draft.template
  const seller = known(draft.seller)
  return {
    source: draft.source,
    sourceId: null,
    amount: toJsonNumber(draft.amount),
    exchanges: toJsonNumber(draft.exchanges),
    serial: draft.serial,
    expectedNumber: Number(expectedNumber),
    attribute: draft.attribute,
    quantity: toJsonNumber(draft.quantity),
    price: toJsonNumber(draft.price),
    unitName: unitNames[draft.unitType],
    template: { key, title, lineName, material },
    customer: {
      taxNumber: seller?.taxNumber ?? '',
      name: seller?.name ?? null,
      city: seller?.city ?? null,
    },
  }
}
