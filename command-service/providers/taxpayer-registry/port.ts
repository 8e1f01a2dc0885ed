/** The public registry of those who must take their invoices electronically. */
export interface TaxpayerRegistry {
  /**
   * Rejects where the registry gives no clear answer. The request id is the one under which the
   * registry sees the question; without it the question gets one of its own.
   */
  isEInvoiceTaxpayer(taxNumber: string, requestId?: string): Promise<boolean>
}
