import type { Instant } from '#kernel/domain/instant.ts'
import type { KnownBankAccount } from '#kernel/events/bank-account.ts'
import { noPrices, priceAt } from '#kernel/events/price-list.ts'
import type { ApiKey } from '#kernel/platform/http/authentication.ts'
import {
  type Company,
  type CompanySettings,
  type Provider,
  type ProviderAccount,
  type References,
  type Template,
  within,
} from './fold.ts'
import type { Quarantine } from './quarantine.ts'
import type { TimeZones } from './time-zones.ts'

/** What commands may know about a company without reading anything; a moment late at most. */
export interface ReferenceData {
  /** A record of the company cannot be read, so its data is incomplete. */
  readonly isIncomplete: (companyId: string) => boolean
  readonly company: (companyId: string) => Company | undefined
  /** All that the company has had. */
  readonly timeZones: (companyId: string) => TimeZones | undefined
  readonly settings: (companyId: string) => CompanySettings | undefined
  /** The company's own; undefined where the usual one counts. */
  readonly screeningThreshold: (companyId: string) => number | undefined
  /** With the state of its company. */
  readonly apiKey: (apiUserId: string) => ApiKey | undefined
  /** What counts at that moment, which is about now. */
  readonly price: (companyId: string, material: string, at: Instant) => string | undefined
  /** All that were ever recorded: deleted and passive ones too. */
  readonly templates: (companyId: string) => readonly Template[]
  readonly bankAccount: (companyId: string, accountId: string) => KnownBankAccount | undefined
  /** All of the company, archived ones too, in the order in which they were first recorded. */
  readonly bankAccounts: (companyId: string) => readonly KnownBankAccount[]
  readonly providerAccount: (companyId: string, provider: Provider) => ProviderAccount | undefined
}

export const readReferences = (
  references: References,
  quarantine: Pick<Quarantine, 'holds' | 'holdsKeysOf'>,
): ReferenceData => ({
  isIncomplete: quarantine.holds,
  company: (companyId) => references.companies.get(companyId),
  timeZones: (companyId) => references.timeZones.get(companyId),
  settings: (companyId) => references.settings.get(companyId),
  screeningThreshold: (companyId) => references.screeningThresholds.get(companyId),
  apiKey: (apiUserId) => {
    const key = references.apiKeys.get(apiUserId)
    if (key === undefined) return undefined
    const { companyId } = key
    const status = key.status && !quarantine.holdsKeysOf(companyId)
    return { ...key, status, company: references.companies.get(companyId) ?? null }
  },
  price: (companyId, material, at) =>
    priceAt(references.prices.get(within(companyId, material)) ?? noPrices, at)?.price,
  templates: (companyId) => [...(references.templates.get(companyId)?.values() ?? [])],
  bankAccount: (companyId, accountId) => {
    const account = references.bankAccounts.get(accountId)
    return account?.companyId === companyId ? account : undefined
  },
  bankAccounts: (companyId) =>
    [...references.bankAccounts.values()].filter((account) => account.companyId === companyId),
  providerAccount: (companyId, provider) =>
    references.providerAccounts.get(within(companyId, provider)),
})
