import { randomUUID } from 'node:crypto'
import { resolveVoucher } from '#command/expense-vouchers/resolve.ts'
import { providerVouchers } from '#command/expense-vouchers/stuck.ts'
import { resolveInvoice } from '#command/invoices/resolve.ts'
import { providerInvoices } from '#command/invoices/stuck.ts'
import type { OperatorDecision, Resolution } from '#command/provider-documents/resolve.ts'
import { historyOf, type StuckDocument, stuckDocuments } from '#command/provider-documents/stuck.ts'
import { recordIdOfUuid } from '#kernel/domain/document-uuid.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { electronicDependencies, invoiceDependencies } from './dependencies.ts'
import { findVoucher } from './find-voucher.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'

/** One kind of document that goes through a provider. */
interface DocumentKind {
  readonly name: string
  readonly stuck: (dependencies: OperatorDependencies) => AsyncIterable<StuckDocument>
  /** Undefined where there is no such document of this kind. */
  readonly resolve: (
    dependencies: OperatorDependencies,
    order: OperatorDecision,
  ) => Promise<Resolution | undefined>
}

const expenseVouchers: DocumentKind = {
  name: providerVouchers.kind,
  stuck: (dependencies) => stuckDocuments(dependencies, providerVouchers),
  resolve: async (dependencies, order) => {
    const found = await findVoucher(dependencies, order.document)
    if (found === undefined) return undefined
    const { voucherId, companyId } = found
    const electronic = await electronicDependencies(dependencies, found)
    const { origin, requestId } = originFor(companyId)
    return resolveVoucher(electronic, { voucherId, origin }, { order, requestId })
  },
}

const invoices: DocumentKind = {
  name: providerInvoices.kind,
  stuck: (dependencies) => stuckDocuments(dependencies, providerInvoices),
  resolve: async (dependencies, order) => {
    const { document } = order
    const invoiceId = document.includes('-') ? recordIdOfUuid(document) : document
    if (invoiceId === undefined) return undefined
    const found = await historyOf(dependencies.log, providerInvoices, invoiceId)
    if (found === undefined) return undefined
    const { companyId } = found
    const issuing = await invoiceDependencies(dependencies, companyId)
    const { origin, requestId } = originFor(companyId)
    const { deadlineMs } = dependencies
    return resolveInvoice(issuing, { invoiceId, origin }, { order, requestId, deadlineMs })
  },
}

function originFor(companyId: string) {
  const requestId = randomUUID()
  return { requestId, origin: { ...operatorOrigin(randomUUID()), companyId, requestId } }
}

/** Every kind of document whose outcome at a provider can stay unknown. */
export const documentKinds: readonly DocumentKind[] = [expenseVouchers, invoices]
