import { assertNever } from '#kernel/domain/assert-never.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import {
  askedReference,
  type BankAccountEvent,
  type KnownBankAccount,
} from '#kernel/events/bank-account.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { listAfter, noPrices, type PriceList } from '#kernel/events/price-list.ts'
import type {
  ApiKeyEvent,
  CompanyEvent,
  CompanySettingsEvent,
  PriceEvent,
  ProviderAccountEvent,
  TemplateEvent,
} from '#kernel/events/reference-data.ts'
import type { ScreeningSettingsEvent } from '#kernel/events/screening.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { type TimeZones, withZone } from './time-zones.ts'

export type ReferenceEvent =
  | CompanyEvent
  | CompanySettingsEvent
  | ScreeningSettingsEvent
  | ApiKeyEvent
  | ProviderAccountEvent
  | PriceEvent
  | TemplateEvent
  | BankAccountEvent

export type Company = CompanyEvent['data']
export type CompanySettings = CompanySettingsEvent['data']
export type Template = TemplateEvent['data']
export type Provider = ProviderAccountEvent['data']['provider']

export interface KeyRecord extends Omit<ApiKeyEvent['data'], 'secretHash'> {
  readonly secretHash: string
}

/** Null where the environment's own counts. */
export interface ProviderAccount {
  readonly url: string | null
  readonly user: string | null
  readonly secret: string | null
}

/** What is known about companies now. One owner folds it; it is kept in memory alone. */
export interface References {
  readonly companies: Map<string, Company>
  readonly timeZones: Map<string, TimeZones>
  readonly settings: Map<string, CompanySettings>
  readonly screeningThresholds: Map<string, number>
  readonly apiKeys: Map<string, KeyRecord>
  readonly providerAccounts: Map<string, ProviderAccount>
  readonly prices: Map<string, PriceList>
  readonly templates: Map<string, Map<string, Template>>
  readonly bankAccounts: Map<string, KnownBankAccount>
}

export const noReferences = (): References => ({
  companies: new Map(),
  timeZones: new Map(),
  settings: new Map(),
  screeningThresholds: new Map(),
  apiKeys: new Map(),
  providerAccounts: new Map(),
  prices: new Map(),
  templates: new Map(),
  bankAccounts: new Map(),
})

/** The latest record of anything counts, and a company's earlier time zones; the references given are the ones changed. */
export function evolve(
  references: References,
  { event, metadata }: Recorded<ReferenceEvent>,
): References {
  switch (event.type) {
    case 'CompanyRecorded':
      keepCompany(references, event.data, metadata.recordedAt)
      break
    case 'CompanySettingsRecorded':
      references.settings.set(event.data.companyId, event.data)
      break
    case 'ScreeningSettingsRecorded':
      references.screeningThresholds.set(event.data.companyId, Number(event.data.threshold))
      break
    case 'ApiKeyRecorded':
      keepKey(references, event.data)
      break
    case 'ProviderAccountRecorded':
      keepAccount(references, event.data)
      break
    case 'PriceRecorded':
      keepPrice(references, event.data, metadata.recordedAt)
      break
    case 'TemplateRecorded':
      templatesOf(references, event.data.companyId).set(event.data.templateId, event.data)
      break
    case 'BankAccountRecorded':
      keepBankAccount(references, event.data, metadata.recordedAt)
      break
    default:
      assertNever(event)
  }
  return references
}

/** What a company names with a word of its own. */
export const within = (companyId: string, name: string) => `${companyId}/${name}`

function keepCompany({ companies, timeZones }: References, company: Company, recordedAt: string) {
  const { companyId, timeZone } = company
  // As its documents carry it.
  companies.set(companyId, { ...company, taxNumber: normalNumber(company.taxNumber) })
  timeZones.set(companyId, withZone(timeZones.get(companyId), timeZone, recordedAt))
}

function keepBankAccount(
  { bankAccounts }: References,
  data: BankAccountEvent['data'],
  recordedAt: string,
) {
  const { accountId, accountRef } = data
  const before = bankAccounts.get(accountId)
  const isSame = before !== undefined && askedReference(before) === askedReference(data)
  bankAccounts.set(accountId, {
    ...data,
    references: [...new Set([...(before?.references ?? []), ...(accountRef ? [accountRef] : [])])],
    askedSince: isSame ? before.askedSince : recordedAt,
  })
}

/** A key whose hash has been destroyed with its company's keys opens nothing any more. */
function keepKey({ apiKeys }: References, data: ApiKeyEvent['data']) {
  const secretHash = valueUnlessForgotten(data.secretHash)
  if (secretHash === null) apiKeys.delete(data.apiUserId)
  else apiKeys.set(data.apiUserId, { ...data, secretHash })
}

function keepAccount(
  { providerAccounts }: References,
  { companyId, provider, url, account }: ProviderAccountEvent['data'],
) {
  const name = within(companyId, provider)
  const opened = valueUnlessForgotten(account)
  if (opened === null) providerAccounts.delete(name)
  else providerAccounts.set(name, { url, ...opened })
}

function keepPrice({ prices }: References, data: PriceEvent['data'], recordedAt: string) {
  const name = within(data.companyId, data.material)
  prices.set(name, listAfter(prices.get(name) ?? noPrices, data, recordedAt))
}

function templatesOf({ templates }: References, companyId: string) {
  const ofCompany = templates.get(companyId) ?? new Map<string, Template>()
  templates.set(companyId, ofCompany)
  return ofCompany
}
