/** A company's own data of a person that a sanction check uses. */
export interface KnownPerson {
  readonly customerId: string | null
  /** As the customer account has them; null where nothing is known. */
  readonly birth: string | null
  readonly nationality: string | null
  readonly eventCount: number
}

export interface CompanyRecords {
  /** By the identity number; without one by the whole name in any case. */
  readonly find: (
    companyId: string,
    person: { readonly idNo: string | null; readonly fullName: string | null },
  ) => Promise<KnownPerson>
}
