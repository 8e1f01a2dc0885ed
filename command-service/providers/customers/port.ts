/** A customer account, as far as documents take from it. */
export interface CustomerAccount {
  readonly name: string | null
  readonly taxOffice: string | null
  readonly address: string | null
  readonly district: string | null
  readonly city: string | null
  readonly phone: string | null
  readonly mail: string | null
  readonly country: string | null
}

export interface CustomerDirectory {
  /** The company's account for that identity number; of several the strictest. */
  readonly find: (companyId: string, idNo: string) => Promise<CustomerAccount | undefined>
}
