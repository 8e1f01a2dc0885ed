import type { IntegratorAccount } from '#command/providers/integrator/port.ts'
import type { DocumentCompany } from '#command/ubl/parties.ts'
import { isPersonNumber } from '#command/ubl/party.ts'
import { type Detail, type DetailField, detail, type RuleOf } from '#kernel/domain/detail.ts'
import type { CompanyEvent, CompanySettingsEvent } from '#kernel/events/reference-data.ts'

type Company = CompanyEvent['data']
type Settings = CompanySettingsEvent['data'] | undefined

/** The company's present settings. */
export interface CompanyReferences {
  readonly company: (companyId: string) => Company | undefined
  readonly settings: (companyId: string) => Settings
  readonly timeZone: (companyId: string) => string
}

/** The name in a company's settings of an integrator whose own REST interface is used for invoices. */
const NILVERA = 'nilvera-rest'

export const isAtNilvera = (settings: Settings): boolean =>
  settings?.invoice?.integrator === NILVERA

/** Whether its documents need all that integrators demand of their parties. */
export const needsWholeParties = (settings: Settings): boolean =>
  settings?.partyDataRequired === true || isAtNilvera(settings)

/** The account for invoices, with the interface that it is used by. */
export function invoiceAccount(
  account: IntegratorAccount | undefined,
  settings: Settings,
): IntegratorAccount | undefined {
  if (!isAtNilvera(settings)) return account
  return { url: null, user: null, secret: null, ...account, protocol: 'nilvera' }
}

/** The company as its documents show it. */
export function documentCompany(company: Company, settings: Settings): DocumentCompany {
  const { title, taxNumber, taxOffice, address, district, city, phone, email } = company
  const { mersisNo = null, tradeRegisterNo = null } = settings ?? {}
  const owner = ownerOf(settings)
  const numbers = { mersisNo, tradeRegisterNo }
  return { title, taxNumber, taxOffice, address, district, city, phone, email, owner, ...numbers }
}

function ownerOf(settings: Settings): DocumentCompany['owner'] {
  const { ownerFirstName: firstName, ownerFamilyName: familyName } = settings ?? {}
  return firstName == null || familyName == null ? null : { firstName, familyName }
}

/** What the company's own documents lack, each by the field in which the back office gives it. */
export const companyFaults = (company: Company, settings: Settings): readonly Detail[] => [
  ...ownerFaults(company, settings),
  ...(needsWholeParties(settings)
    ? [
        ...(isMissing(settings?.mersisNo) && isMissing(settings?.tradeRegisterNo)
          ? [detail('companySettings.mersisNo', 'requiredOneOf')]
          : []),
        ...missing([
          ['company.address', company.address],
          ['company.district', company.district],
          ['company.city', company.city],
        ]),
      ]
    : []),
]

/** A person has a first and a family name: those given, or else the words of the title. */
function ownerFaults({ taxNumber, title }: Company, settings: Settings): readonly Detail[] {
  if (!isPersonNumber(taxNumber) || /\S\s+\S/.test(title)) return []
  return missing([
    ['companySettings.ownerFirstName', settings?.ownerFirstName],
    ['companySettings.ownerFamilyName', settings?.ownerFamilyName],
  ])
}

/** The fields that may be missing. */
type RequiredField = {
  [Field in DetailField]: 'required' extends RuleOf<Field> ? Field : never
}[DetailField]

/** The empty ones of these fields. */
export const missing = (
  fields: readonly (readonly [field: RequiredField, value: string | null | undefined])[],
): readonly Detail[] =>
  fields.flatMap(([field, value]) => (isMissing(value) ? [detail(field, 'required')] : []))

export const isMissing = (text: string | null | undefined): boolean => (text ?? '').trim() === ''
