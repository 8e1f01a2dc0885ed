/** What is compared of a customer account. */
export interface ScreenedCustomer {
  readonly companyId: string
  readonly id: string
  readonly idNo: string | null
  readonly name: string | null
  readonly birth: string | null
  readonly nationality: string | null
}

/** The customers of all companies. */
export interface ScreenedCustomers {
  readonly count: () => Promise<number>
  readonly pages: () => AsyncIterable<readonly ScreenedCustomer[]>
}
