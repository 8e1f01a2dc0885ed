import type { DocumentClaims } from '#command/claims/claiming.ts'
import { refuseConflicts, refuseProcessed } from '#command/claims/conflicts.ts'
import { companyFaults, missing, needsWholeParties } from '#command/provider-documents/company.ts'
import {
  claimsFor,
  gatherFacts,
  type PurposefulDrafting,
} from '#command/provider-documents/drafting.ts'
import type { DraftFacts } from '#command/provider-documents/party.ts'
import { askTaxpayerRegistry } from '#command/providers/taxpayer-registry/ask.ts'
import type { TaxpayerQuestion } from '#command/providers/taxpayer-registry/port.ts'
import type { Detail } from '#kernel/domain/detail.ts'
import { END_CONSUMER, isValidIdentityNumber } from '#kernel/domain/identity-number.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { invoiceClaimant } from './claims.ts'
import type { InvoiceContent } from './invoice.ts'
import { draftInvoice, type InvoiceDraft, type InvoiceRequest } from './invoice-draft.ts'
import type { InvoiceDependencies } from './repository.ts'

type Channel = InvoiceContent['channel']

interface PermittedInvoice {
  readonly draft: InvoiceDraft
  readonly channel: Channel
  readonly wanted: DocumentClaims
}

/**
 * The invoice as it would be, or a refusal: a duplicate is reported before a broken rule, and that before
 * a refusal of a provider.
 */
export async function permittedInvoice(
  dependencies: InvoiceDependencies,
  request: InvoiceRequest,
  { purpose, ...drafting }: PurposefulDrafting,
): Promise<PermittedInvoice> {
  const { repositories } = dependencies
  const facts = await gatherFacts(dependencies, request, drafting)
  const { draft, violations } = draftInvoice(request, facts)
  // Every invoice is entered in its customer's ledger; only a manual one is checked against it.
  const allowDuplicate = request.source === 'bankTransaction' || request.allowDuplicate === true
  const document = { kind: 'invoice', request, facts, allowDuplicate } as const
  const wanted = claimsFor(dependencies, drafting, document)
  refuseProcessed(facts.transaction)
  await refuseConflicts(invoiceClaimant(repositories), wanted)
  if (draft === undefined) {
    return reject('BUSINESS_RULE', 'The invoice cannot be issued like this.', violations)
  }
  const { caller, requestId } = drafting.context
  const nameless = purpose === 'preview' ? [] : missing([['customer.name', draft.customer.name]])
  refuseIncomplete([...nameless, ...partyFaults(dependencies, caller.companyId, draft)])
  const channel = await channelFor(dependencies, draft, {
    requestId,
    isForOfficial: purpose === 'official',
  })
  refuseIncomplete(taxOfficeFaults(facts, draft, channel))
  return { draft, channel, wanted }
}

function refuseIncomplete(faults: readonly Detail[]): void {
  if (faults.length === 0) return
  reject('BUSINESS_RULE', 'The parties of the invoice lack what is needed.', faults)
}

function partyFaults(
  { references }: InvoiceDependencies,
  companyId: string,
  { customer }: InvoiceDraft,
): readonly Detail[] {
  const company = references.company(companyId)
  const settings = references.settings(companyId)
  const isNamed = needsWholeParties(settings) && customer.taxNumber !== END_CONSUMER
  const { address, district: cities, city: states } = customer
  return [
    ...(company === undefined ? [] : companyFaults(company, settings)),
    ...(isNamed
      ? missing([
          ['data.customerInfo.address', address],
          ['data.customerInfo.cities', cities],
          ['data.customerInfo.states', states],
        ])
      : []),
  ]
}

const taxOfficeFaults = (
  { settings }: DraftFacts,
  { customer: { taxOffice } }: InvoiceDraft,
  channel: Channel,
): readonly Detail[] =>
  needsWholeParties(settings) && channel === 'einvoice'
    ? missing([['data.customerInfo.taxOffice', taxOffice]])
    : []

async function channelFor(
  { taxpayers }: InvoiceDependencies,
  { customer: { taxNumber } }: InvoiceDraft,
  question: TaxpayerQuestion,
): Promise<Channel> {
  if (!isValidIdentityNumber(taxNumber)) return 'earchive'
  return (await askTaxpayerRegistry(taxpayers, taxNumber, question)) ? 'einvoice' : 'earchive'
}
