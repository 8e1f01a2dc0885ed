import { type Element, findAll, textAt } from './element.ts'

/** The number of an unnamed buyer. */
export const END_CONSUMER = '11111111111'

const identityForms: ReadonlyMap<string, RegExp> = new Map([
  ['VKN', /^\d{10}$/],
  ['TCKN', /^[1-9]\d{10}$/],
])

export function companyFaults(document: Element): readonly string[] {
  return partyFaults(document, 'cac:AccountingSupplierParty', (party) =>
    hasTitle(party) || hasPersonName(party) ? [] : ['the company has no name'],
  )
}

/** The faults of a party, by the common rules and those of its role. */
export function partyFaults(
  document: Element,
  role: string,
  furtherFaults: (party: Element) => readonly string[],
): readonly string[] {
  const [party] = findAll(document, `${role}/cac:Party`)
  if (party === undefined) return [`${role}: cac:Party is missing`]
  return [...identityFaults(party), ...furtherFaults(party)].map((fault) => `${role}: ${fault}`)
}

/** The identification as a taxpayer or citizen, among all identifications of a party. */
export const taxIdentityOf = (party: Element): Element | undefined =>
  findAll(party, 'cac:PartyIdentification/cbc:ID').find(({ attributes }) =>
    identityForms.has(attributes.get('schemeID') ?? ''),
  )

function identityFaults(party: Element): readonly string[] {
  const identity = taxIdentityOf(party)
  if (identity === undefined) return ['no identification with schemeID VKN or TCKN']
  const scheme = identity.attributes.get('schemeID') ?? ''
  const wellFormed = identityForms.get(scheme)?.test(identity.text.trim()) === true
  return wellFormed ? [] : [`the identification is no ${scheme}`]
}

const hasTitle = (party: Element) => textAt(party, 'cac:PartyName/cbc:Name') !== ''

const hasPersonName = (party: Element) =>
  textAt(party, 'cac:Person/cbc:FirstName') !== '' &&
  textAt(party, 'cac:Person/cbc:FamilyName') !== ''

/** First and family name, or a taxpayer's title. */
export const hasName = (party: Element): boolean =>
  hasPersonName(party) ||
  (taxIdentityOf(party)?.attributes.get('schemeID') === 'VKN' && hasTitle(party))
