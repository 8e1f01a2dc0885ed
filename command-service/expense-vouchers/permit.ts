import type { DocumentClaims } from '#command/claims/claiming.ts'
import { refuseConflicts, refuseProcessed } from '#command/claims/conflicts.ts'
import {
  claimsFor,
  type Drafting,
  type DraftingDependencies,
  gatherFacts,
  type PurposefulDrafting,
} from '#command/provider-documents/drafting.ts'
import { askTaxpayerRegistry } from '#command/providers/taxpayer-registry/ask.ts'
import type {
  TaxpayerQuestion,
  TaxpayerRegistry,
} from '#command/providers/taxpayer-registry/port.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { breaksRule, reject } from '#kernel/domain/rejection.ts'
import { voucherClaimant } from './claims.ts'
import type { VoucherRepositories } from './repository.ts'
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

/**
 * The voucher as it would be, or a refusal: a duplicate is reported before a broken rule, and that
 * before a refusal of a provider. Conflicts that only claiming can find are reported when it is created.
 */
export async function permittedDraft(
  dependencies: VoucherDraftingDependencies,
  request: VoucherRequest,
  { purpose, ...drafting }: PurposefulDrafting,
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
    await refuseTaxpayer(taxpayers, normalNumber(request.idNo), {
      requestId,
      isForOfficial: purpose === 'official',
    }).catch(
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
  const book = repositories.bookOf({ companyId: context.caller.companyId, serial })
  await repositories.books.refuseTaken(book, { serial, documentId, given: number })
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
