import { lineFaults, numberFaults, taxFaults, totalFaults } from '../amounts.ts'
import { type Element, findAll } from '../element.ts'
import {
  type FixedTexts,
  fixedTextFaults,
  identityFaults,
  itemFaults,
  signatureFaults,
} from '../header.ts'
import { NotWellFormed, parseXml } from '../parse-xml.ts'
import { companyFaults, END_CONSUMER, hasName, partyFaults, taxIdentityOf } from '../parties.ts'

const fixedTexts: FixedTexts = [
  ['cbc:UBLVersionID', '2.1'],
  ['cbc:CustomizationID', 'TR1.2.1'],
  ['cbc:ProfileID', 'GIDERPUSULASI'],
  ['cbc:CreditNoteTypeCode', 'SATIS'],
  ['cbc:DocumentCurrencyCode', 'TRY'],
]

const names = { line: 'cac:CreditNoteLine', quantity: 'cbc:CreditedQuantity' }

/**
 * All faults of an expense voucher that a provider finds in its content; without any it is accepted as a draft. The
 * order of its elements is checked by the tax authority's own schema, in the tests.
 */
export function creditNoteFaults(xml: string, uuid: string): readonly string[] {
  try {
    return documentFaults(parseXml(xml), uuid)
  } catch (error) {
    if (error instanceof NotWellFormed) return [`not well-formed: ${error.message}`]
    throw error
  }
}

function documentFaults(document: Element, uuid: string): readonly string[] {
  if (document.name !== 'CreditNote') {
    return [
      'the root must be CreditNote of urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
    ]
  }
  return [
    ...fixedTextFaults(document, fixedTexts),
    ...identityFaults(document, uuid),
    ...signatureFaults(document),
    ...companyFaults(document),
    ...sellerFaults(document),
    ...itemFaults(document, names.line),
    ...amountFaults(document),
  ]
}

function amountFaults(document: Element): readonly string[] {
  const unreadable = numberFaults(document, names)
  if (unreadable.length > 0) return unreadable
  return [...lineFaults(document, names), ...taxFaults(document), ...totalFaults(document, names)]
}

/** An expense voucher names an identified seller with an address. */
const sellerFaults = (document: Element): readonly string[] =>
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
