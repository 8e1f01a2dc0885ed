import { type Element, findAll, textAt } from '../element.ts'

/** Stands for no one in particular; an expense voucher names a real seller. */
const END_CONSUMER = '11111111111'

const identityForms: ReadonlyMap<string, RegExp> = new Map([
  ['VKN', /^\d{10}$/],
  ['TCKN', /^[1-9]\d{10}$/],
])

export function companyFaults(document: Element): readonly string[] {
  return partyFaults(document, 'cac:AccountingSupplierParty', (party) =>
    hasTitle(party) || hasPersonName(party) ? [] : ['the company has no name'],
  )
}

export function sellerFaults(document: Element): readonly string[] {
  return partyFaults(document, 'cac:AccountingCustomerParty', (party) => {
    const identity = taxIdentityOf(party)
    return [
      ...(identity?.text.trim() === END_CONSUMER ? ['the seller must be a real person'] : []),
      ...(hasSellerName(party, identity)
        ? []
        : ['cac:Person with first and family name is missing']),
      ...(hasAddress(party) ? [] : ['cac:PostalAddress is missing']),
    ]
  })
}

function partyFaults(
  document: Element,
  role: string,
  furtherFaults: (party: Element) => readonly string[],
): readonly string[] {
  const [party] = findAll(document, `${role}/cac:Party`)
  if (party === undefined) return [`${role}: cac:Party is missing`]
  return [...identityFaults(party), ...furtherFaults(party)].map((fault) => `${role}: ${fault}`)
}

/** The identification as a taxpayer or citizen, among those that a party carries. */
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

const hasSellerName = (party: Element, identity: Element | undefined) =>
  hasPersonName(party) || (identity?.attributes.get('schemeID') === 'VKN' && hasTitle(party))

const hasAddress = (party: Element) =>
  findAll(party, 'cac:PostalAddress').some(({ children }) =>
    children.some(({ text }) => text.trim() !== ''),
  )
