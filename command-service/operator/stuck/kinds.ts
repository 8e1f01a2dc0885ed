import { randomUUID } from 'node:crypto'
import { resolveVoucher } from '#command/expense-vouchers/resolve.ts'
import { providerVouchers } from '#command/expense-vouchers/stuck.ts'
import { resolveInvoice } from '#command/invoices/resolve.ts'
import { providerInvoices } from '#command/invoices/stuck.ts'
import type { Order, Resolution } from '#command/provider-documents/resolve.ts'
import { historyOf, type StuckDocument, stuckDocuments } from '#command/provider-documents/stuck.ts'
import { recordIdOfUuid } from '#kernel/domain/document-uuid.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { electronicDependencies, invoiceDependencies } from './dependencies.ts'
import { findVoucher } from './find-voucher.ts'
import type { OperatorTools } from './tools.ts'

/** One kind of document that goes through a provider. */
interface DocumentKind {
  readonly name: string
  readonly stuck: (tools: OperatorTools) => AsyncIterable<StuckDocument>
  /** Undefined where there is no such document of this kind. */
  readonly resolve: (tools: OperatorTools, order: Order) => Promise<Resolution | undefined>
}

const expenseVouchers: DocumentKind = {
  name: providerVouchers.kind,
  stuck: (tools) => stuckDocuments(tools, providerVouchers),
  resolve: async (tools, order) => {
    const found = await findVoucher(tools, order.document)
    if (found === undefined) return undefined
    const { voucherId, companyId } = found
    const dependencies = await electronicDependencies(tools, found)
    const { origin, requestId } = originFor(companyId)
    return resolveVoucher(dependencies, { voucherId, origin }, { order, requestId })
  },
}

const invoices: DocumentKind = {
  name: providerInvoices.kind,
  stuck: (tools) => stuckDocuments(tools, providerInvoices),
  resolve: async (tools, order) => {
    const { document } = order
    const invoiceId = document.includes('-') ? recordIdOfUuid(document) : document
    if (invoiceId === undefined) return undefined
    const found = await historyOf(tools.log, providerInvoices, invoiceId)
    if (found === undefined) return undefined
    const { companyId } = found
    const dependencies = await invoiceDependencies(tools, companyId)
    const { origin, requestId } = originFor(companyId)
    const { deadlineMs } = tools
    return resolveInvoice(dependencies, { invoiceId, origin }, { order, requestId, deadlineMs })
  },
}

function originFor(companyId: string) {
  const requestId = randomUUID()
  return { requestId, origin: { ...operatorOrigin(randomUUID()), companyId, requestId } }
}

/** Every kind of document whose outcome at a provider can stay unknown. */
export const documentKinds: readonly DocumentKind[] = [expenseVouchers, invoices]
