import { type Element, findAll, textAt, withDescendants } from '../element.ts'
import { NotWellFormed, parseXml } from '../parse-xml.ts'
import { structureFaults } from '../structure.ts'
import { amountFaults } from './amount-faults.ts'
import { companyFaults, sellerFaults } from './party-faults.ts'
import { creditNoteStructure } from './structure.ts'

const fixedTexts: readonly (readonly [string, string])[] = [
  ['cbc:UBLVersionID', '2.1'],
  ['cbc:CustomizationID', 'TR1.2.1'],
  ['cbc:ProfileID', 'GIDERPUSULASI'],
  ['cbc:CreditNoteTypeCode', 'SATIS'],
  ['cbc:DocumentCurrencyCode', 'TRY'],
]

const OFFICIAL_NUMBER = /^[A-Z0-9]{3}20[0-9]{2}[0-9]{9}$/

/** Everything for which an expense voucher is refused; none, and it is accepted as a draft. */
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
  const misbuilt = structureFaults(document, creditNoteStructure)
  if (misbuilt.length > 0) return misbuilt
  return [
    ...fixedTexts
      .filter(([name, text]) => textAt(document, name) !== text)
      .map(([name, text]) => `${name} must be ${text}`),
    ...identityFaults(document, uuid),
    ...signatureFaults(document),
    ...companyFaults(document),
    ...sellerFaults(document),
    ...itemFaults(document),
    ...amountFaults(document),
  ]
}

function identityFaults(document: Element, uuid: string): readonly string[] {
  const issued = textAt(document, 'cbc:IssueDate')
  return [
    ...(textAt(document, 'cbc:UUID').toLowerCase() === uuid
      ? []
      : ['cbc:UUID must be the uuid of the address']),
    ...(isDay(issued) ? [] : ['cbc:IssueDate is no day of this century']),
    ...numberFaults(textAt(document, 'cbc:ID')),
  ]
}

function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  // The thirtieth of February is read as the second of March.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

/** The number is the provider's to give: a draft has none, or a placeholder, such as a word. */
function numberFaults(number: string): readonly string[] {
  const placeholder = !/\d/.test(number)
  if (placeholder || OFFICIAL_NUMBER.test(number)) return []
  return ['cbc:ID must be left out, be a word, or have the form of an official number']
}

const signatureFaults = (document: Element): readonly string[] =>
  findAll(document, 'ext:UBLExtensions').some((extensions) =>
    withDescendants(extensions).some(({ name }) => name.endsWith('}Signature')),
  )
    ? ['ext:UBLExtensions must be left empty, the signature is the provider’s']
    : []

function itemFaults(document: Element): readonly string[] {
  const lines = findAll(document, 'cac:CreditNoteLine')
  const counted = textAt(document, 'cbc:LineCountNumeric')
  return [
    ...(counted === '' || counted === String(lines.length)
      ? []
      : ['cbc:LineCountNumeric is not the number of lines']),
    ...(lines.every((line) => textAt(line, 'cac:Item/cbc:Name') !== '')
      ? []
      : ['cac:CreditNoteLine: cac:Item has no name']),
  ]
}
