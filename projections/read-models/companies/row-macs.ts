import type { RowMac } from '#kernel/platform/vault/row-macs.ts'

/** What a key is believed to be. */
export interface KeyFacts {
  readonly api_user_id: string
  readonly company_id: string
  readonly secret_hash: string | null
  readonly status: boolean
  readonly valid_until: string | Date
  readonly rights: readonly string[]
  /** Of the event in its stream. */
  readonly revision: string
}

/** What decides whether a company's keys count. */
export interface CompanyFacts {
  readonly company_id: string
  readonly package: string
  readonly status: boolean
  readonly kmts_enabled: boolean
  /** Of the event in its stream. */
  readonly revision: string
}

export const macOfKey = (macOf: RowMac, row: KeyFacts): string =>
  macOf('api_key', [
    row.api_user_id,
    row.company_id,
    row.secret_hash,
    row.status,
    momentOf(row.valid_until),
    row.rights,
    row.revision,
  ])

export const macOfCompany = (macOf: RowMac, row: CompanyFacts): string =>
  macOf('company', [row.company_id, row.package, row.status, row.kmts_enabled, row.revision])

/** The database writes the same moment in another form than the event; what is none, as it is. */
function momentOf(value: string | Date): string {
  const milliseconds = new Date(value).getTime()
  return Number.isNaN(milliseconds) ? String(value) : new Date(milliseconds).toISOString()
}
