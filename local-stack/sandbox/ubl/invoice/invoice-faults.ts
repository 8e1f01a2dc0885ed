import { lineFaults, numberFaults, totalFaults } from '../amounts.ts'
import { type Element, findAll, textAt } from '../element.ts'
import {
  type FixedTexts,
  fixedTextFaults,
  identityFaults,
  itemFaults,
  signatureFaults,
} from '../header.ts'
import { NotWellFormed, parseXml } from '../parse-xml.ts'
import { companyFaults, END_CONSUMER, hasName, partyFaults, taxIdentityOf } from '../parties.ts'
import { invoiceTaxFaults } from './tax-faults.ts'

export interface Fault {
  readonly code: string
  readonly message: string
}

const fixedTexts: FixedTexts = [
  ['cbc:UBLVersionID', '2.1'],
  ['cbc:CustomizationID', 'TR1.2.1'],
  ['cbc:ProfileID', 'EARSIVFATURA', 'TEMELFATURA', 'TICARIFATURA'],
  ['cbc:InvoiceTypeCode', 'ISTISNA', 'OZELMATRAH', 'SATIS'],
  ['cbc:DocumentCurrencyCode', 'TRY'],
]

const names = { line: 'cac:InvoiceLine', quantity: 'cbc:InvoicedQuantity' }

const ROOT = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'

/** All faults of an invoice; without any it is accepted. */
export function invoiceFaults(xml: string, uuid: string): readonly Fault[] {
  try {
    return documentFaults(parseXml(xml), uuid)
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error
    return coded('XML_INVALID', [`not well-formed: ${error.message}`])
  }
}

function documentFaults(document: Element, uuid: string): readonly Fault[] {
  if (document.name !== 'Invoice') {
    return coded('STRUCTURE_INVALID', [`the root must be Invoice of ${ROOT}`])
  }
  return [
    ...coded('HEADER_INVALID', [
      ...fixedTextFaults(document, fixedTexts),
      ...identityFaults(document, uuid),
      ...signatureFaults(document),
    ]),
    ...coded('PARTY_INVALID', [...companyFaults(document), ...buyerFaults(document)]),
    ...coded('LINE_INVALID', itemFaults(document, names.line)),
    ...amountFaults(document),
  ]
}

function amountFaults(document: Element): readonly Fault[] {
  const unreadable = numberFaults(document, names)
  if (unreadable.length > 0) return coded('AMOUNT_INVALID', unreadable)
  return [
    ...coded('LINE_INVALID', lineFaults(document, names)),
    ...coded('TAX_INVALID', invoiceTaxFaults(document)),
    ...coded('TOTAL_INVALID', totalFaults(document, names)),
  ]
}

const coded = (code: string, messages: readonly string[]): readonly Fault[] =>
  messages.map((message) => ({ code, message }))

/** Anybody can buy; the buyer of a `TEMELFATURA` or `TICARIFATURA` is a taxpayer with a number. */
function buyerFaults(document: Element): readonly string[] {
  const profile = textAt(document, 'cbc:ProfileID')
  return partyFaults(document, 'cac:AccountingCustomerParty', (party) => [
    ...(profile !== 'EARSIVFATURA' && taxIdentityOf(party)?.text.trim() === END_CONSUMER
      ? [`the end consumer gets no ${profile}`]
      : []),
    ...(hasName(party) ? [] : ['cac:PartyName, or cac:Person with both names, is missing']),
    ...(findAll(party, 'cac:PostalAddress').length === 0 ? ['cac:PostalAddress is missing'] : []),
  ])
}
