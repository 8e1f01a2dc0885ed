/** The public registry of the taxpayers who must receive their invoices electronically. */
export interface TaxpayerRegistry {
  /** Rejects where the registry gives no clear answer. */
  isEInvoiceTaxpayer(taxNumber: string, question?: TaxpayerQuestion): Promise<boolean>
}

export interface TaxpayerQuestion {
  /** Under which the registry sees the question; without it the question gets one of its own. */
  readonly requestId?: string | undefined
  /** Whether only an answer of now will do, because the document is about to be official. */
  readonly isForOfficial?: boolean
}
