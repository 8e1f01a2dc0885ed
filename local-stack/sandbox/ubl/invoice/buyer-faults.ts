import { type Element, findAll, textAt } from '../element.ts'
import { END_CONSUMER, hasName, partyFaults, taxIdentityOf } from '../parties.ts'

/** Anybody can buy; the buyer of a `TEMELFATURA` or `TICARIFATURA` is a taxpayer with a number. */
export function buyerFaults(document: Element): readonly string[] {
  const profile = textAt(document, 'cbc:ProfileID')
  return partyFaults(document, 'cac:AccountingCustomerParty', (party) => [
    ...(profile !== 'EARSIVFATURA' && taxIdentityOf(party)?.text.trim() === END_CONSUMER
      ? [`the end consumer gets no ${profile}`]
      : []),
    ...(hasName(party) ? [] : ['cac:PartyName, or cac:Person with both names, is missing']),
    ...(findAll(party, 'cac:PostalAddress').length === 0 ? ['cac:PostalAddress is missing'] : []),
  ])
}
