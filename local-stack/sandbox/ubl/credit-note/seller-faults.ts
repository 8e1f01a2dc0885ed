import { type Element, findAll } from '../element.ts'
import { END_CONSUMER, hasName, partyFaults, taxIdentityOf } from '../parties.ts'

/** An expense voucher names an identified seller with an address. */
export const sellerFaults = (document: Element): readonly string[] =>
  partyFaults(document, 'cac:AccountingCustomerParty', (party) => [
    ...(taxIdentityOf(party)?.text.trim() === END_CONSUMER
      ? ['the seller must be a real person']
      : []),
    ...(hasName(party) ? [] : ['cac:Person with first and family name is missing']),
    ...(hasAddress(party) ? [] : ['cac:PostalAddress is missing']),
  ])

const hasAddress = (party: Element) =>
  findAll(party, 'cac:PostalAddress').some(({ children }) =>
    children.some(({ text }) => text.trim() !== ''),
  )
