import type { Static } from 'typebox'
import type { DocumentClaims } from '#command/claims/claiming.ts'
import { refuseConflicts, refuseProcessed } from '#command/claims/conflicts.ts'
import {
  claimsFor,
  type Drafting,
  type DraftingDependencies,
  gatherFacts,
  type OfficialDrafting,
} from '#command/provider-documents/drafting.ts'
import { askTaxpayerRegistry } from '#command/providers/taxpayer-registry/ask.ts'
import type {
  TaxpayerQuestion,
  TaxpayerRegistry,
} from '#command/providers/taxpayer-registry/port.ts'
import type { PreviewedVoucher } from '#kernel/contract/expense-vouchers.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { breaksRule, reject } from '#kernel/domain/rejection.ts'
import { unitNames } from '#kernel/domain/unit-name.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import { voucherClaimant } from './claims.ts'
import type { VoucherRepositories } from './dependencies.ts'
import {
  draftVoucher,
  isOwnSerial,
  type VoucherDraft,
  type VoucherRequest,
} from './voucher-draft.ts'

/** What it takes to draft a voucher. */
export interface VoucherDraftingDependencies extends DraftingDependencies {
  readonly repositories: VoucherRepositories
}

/** The voucher as it would be, with the number that it would probably get. */
export async function preview(
  dependencies: VoucherDraftingDependencies,
  request: VoucherRequest,
  context: RequestContext,
): Promise<Static<typeof PreviewedVoucher>> {
  const { log, repositories } = dependencies
  const drafting = { context, documentId: 'preview', now: log.now() }
  const tolerant = { ...request, allowDuplicate: true }
  const { draft, wanted } = await permittedDraft(dependencies, tolerant, {
    ...drafting,
    isForOfficial: false,
  })
  await refuseConflicts(voucherClaimant(repositories), wanted)
  const { companyId } = context.caller
  const books = await repositories.booksOf({ companyId, serial: draft.serial })
  const { givenNumber } = draft
  const expected =
    givenNumber === null ? await repositories.books.expectedNumber(books) : BigInt(givenNumber)
  return previewedVoucher(draft, expected)
}

/**
 * The voucher as it would be, or a refusal: a duplicate is reported before a broken rule, and that
 * before a refusal of a provider. Conflicts that only claiming can find are reported when it is created.
 */
export async function permittedDraft(
  dependencies: VoucherDraftingDependencies,
  request: VoucherRequest,
  { isForOfficial, ...drafting }: OfficialDrafting,
): Promise<{ readonly draft: VoucherDraft; readonly wanted: DocumentClaims }> {
  const { repositories, taxpayers } = dependencies
  const facts = await gatherFacts(dependencies, request, drafting)
  const { draft, violations } = draftVoucher(request, facts)
  const wanted = claimsFor(dependencies, drafting, {
    kind: 'expenseVoucher',
    request,
    facts,
    allowDuplicate: request.allowDuplicate === true,
  })
  const expense = facts.settings?.expense
  const asksRegistry = expense?.blockEInvoiceTaxpayers === true
  refuseProcessed(facts.transaction)
  // A number of the company's own sequence is refused for another reason.
  const isOwn = isOwnSerial(request, expense?.serial)
  if (!isOwn) await refuseTakenNumber(dependencies, request, drafting)
  const conflictsFirst = () => refuseConflicts(voucherClaimant(repositories), wanted)
  if (draft === undefined) {
    await conflictsFirst()
    return reject('BUSINESS_RULE', 'The voucher cannot be issued like this.', violations)
  }
  const { requestId } = drafting.context
  if (asksRegistry) {
    await refuseTaxpayer(taxpayers, request.idNo, { requestId, isForOfficial }).catch(
      // Reading the ledger costs more than the cached answer, and claiming finds conflicts anyway.
      async (refusal: unknown) => {
        await conflictsFirst()
        throw refusal
      },
    )
  }
  return { draft, wanted }
}

async function refuseTakenNumber(
  { repositories }: VoucherDraftingDependencies,
  { serial, number }: VoucherRequest,
  { context, documentId }: Drafting,
): Promise<void> {
  if (serial === undefined || number === undefined) return
  const books = await repositories.booksOf({ companyId: context.caller.companyId, serial })
  await repositories.books.refuseTaken(books, { serial, documentId, given: number })
}

async function refuseTaxpayer(
  registry: TaxpayerRegistry,
  idNo: string,
  question: TaxpayerQuestion,
) {
  if (await askTaxpayerRegistry(registry, idNo, question)) {
    breaksRule('data.idNo', 'eInvoiceTaxpayer', 'The seller is an e-invoice taxpayer.')
  }
}

/** The answer to a preview, which has no id and takes no number. */
export function previewedVoucher(
  draft: VoucherDraft,
  expectedNumber: bigint,
): Static<typeof PreviewedVoucher> {
  const { key, title, lineName, material } = draft.template
  const seller = valueUnlessForgotten(draft.seller)
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
