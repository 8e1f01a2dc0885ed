import { type Element, findAll, textAt } from '../element.ts'
import { taxIdentityOf } from '../parties.ts'

export interface Party {
  readonly name: string
  /** VKN of a taxpayer, TCKN of a citizen. */
  readonly scheme: string
  readonly taxNumber: string
  readonly taxOffice: string
  readonly address: string
  readonly phone: string
  readonly email: string
}

export interface Line {
  readonly name: string
  readonly quantity: string
  readonly unitCode: string
  readonly unitPrice: string
  readonly amount: string
}

/** The content of an expense voucher; amounts as written, missing texts empty. */
export interface CreditNote {
  readonly uuid: string
  readonly issueDate: string
  readonly issueTime: string
  readonly company: Party
  readonly seller: Party
  readonly lines: readonly Line[]
  readonly notes: readonly string[]
  readonly linesTotal: string
  readonly taxTotal: string
  readonly payable: string
}

/** Reads a document without faults. */
export const readCreditNote = (document: Element): CreditNote => ({
  uuid: textAt(document, 'cbc:UUID'),
  issueDate: textAt(document, 'cbc:IssueDate'),
  issueTime: textAt(document, 'cbc:IssueTime'),
  company: partyIn(document, 'cac:AccountingSupplierParty/cac:Party'),
  seller: partyIn(document, 'cac:AccountingCustomerParty/cac:Party'),
  lines: findAll(document, 'cac:CreditNoteLine').map(lineOf),
  notes: findAll(document, 'cbc:Note')
    .map(({ text }) => text.trim())
    .filter((note) => note !== ''),
  linesTotal: textAt(document, 'cac:LegalMonetaryTotal/cbc:LineExtensionAmount'),
  taxTotal: textAt(document, 'cac:TaxTotal/cbc:TaxAmount'),
  payable: textAt(document, 'cac:LegalMonetaryTotal/cbc:PayableAmount'),
})

function partyIn(document: Element, path: string): Party {
  const [party] = findAll(document, path)
  if (party === undefined) throw new Error(`A stored document has no ${path}.`)
  const identity = taxIdentityOf(party)
  const personName = joined(party, ['cac:Person/cbc:FirstName', 'cac:Person/cbc:FamilyName'], ' ')
  return {
    name: textAt(party, 'cac:PartyName/cbc:Name') || personName,
    scheme: identity?.attributes.get('schemeID') ?? '',
    taxNumber: identity?.text.trim() ?? '',
    taxOffice: textAt(party, 'cac:PartyTaxScheme/cac:TaxScheme/cbc:Name'),
    address: addressOf(party),
    phone: textAt(party, 'cac:Contact/cbc:Telephone'),
    email: textAt(party, 'cac:Contact/cbc:ElectronicMail'),
  }
}

const addressParts = [
  'cbc:StreetName',
  'cbc:AdditionalStreetName',
  'cbc:BuildingName',
  'cbc:BuildingNumber',
  'cbc:District',
  'cbc:CitySubdivisionName',
  'cbc:CityName',
  'cbc:PostalZone',
  'cac:Country/cbc:Name',
].map((part) => `cac:PostalAddress/${part}`)

const addressOf = (party: Element): string => joined(party, addressParts, ', ')

const joined = (element: Element, paths: readonly string[], separator: string): string =>
  paths
    .map((path) => textAt(element, path))
    .filter((text) => text !== '')
    .join(separator)

const lineOf = (line: Element): Line => ({
  name: textAt(line, 'cac:Item/cbc:Name'),
  quantity: textAt(line, 'cbc:CreditedQuantity'),
  unitCode: findAll(line, 'cbc:CreditedQuantity')[0]?.attributes.get('unitCode') ?? '',
  unitPrice: textAt(line, 'cac:Price/cbc:PriceAmount'),
  amount: textAt(line, 'cbc:LineExtensionAmount'),
})
