import { ParseOption, XmlDocument } from 'libxml2-wasm'
import type { FileFormat } from './port.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const namespaces = { cn: `${UBL}:CreditNote-2`, cbc: `${UBL}:CommonBasicComponents-2` }
const LONGEST_PDF_TAIL = 1024

/** What a UBL document and the signatures in it are written in. */
const ownNamespaces = [
  'urn:oasis:names:specification:ubl:schema:xsd:',
  'urn:un:unece:uncefact:',
  'http://www.w3.org/2000/09/xmldsig#',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/XMLSchema-instance',
  'http://uri.etsi.org/01903/',
]
const isOwn = ownNamespaces.map((start) => `starts-with(namespace-uri(), '${start}')`).join(' or ')
const foreignName = `//*[not(${isOwn})] | //@*[namespace-uri() != '' and not(${isOwn})]`

/** What is wrong with a file that is to be this voucher's; undefined where nothing is. */
export const faultIn = (content: Buffer, format: FileFormat, uuid: string): string | undefined =>
  format === 'pdf' ? faultInPdf(content) : faultInXml(content, uuid)

function faultInPdf(content: Buffer): string | undefined {
  if (!content.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'no PDF'
  const tail = content.subarray(-LONGEST_PDF_TAIL).toString('latin1').trimEnd()
  return tail.endsWith('%%EOF') ? undefined : 'a PDF that breaks off'
}

function faultInXml(content: Buffer, uuid: string): string | undefined {
  const document = parsedXml(content)
  if (document === undefined) return 'no well-formed XML'
  try {
    if (document.dtd !== null) return 'XML with a document type of its own'
    if (document.eval('count(//processing-instruction())') !== 0) return 'XML with instructions'
    if (document.eval(`count(${foreignName})`) !== 0) return 'XML in other words than UBL’s'
    if (document.get('/cn:CreditNote', namespaces) === null) return 'no CreditNote'
    const found = document.find('/cn:CreditNote/cbc:UUID', namespaces)
    const isOurs =
      found.length === 1 && found[0]?.content.trim().toLowerCase() === uuid.toLowerCase()
    return isOurs ? undefined : 'the CreditNote of another document'
  } finally {
    document.dispose()
  }
}

function parsedXml(content: Buffer): XmlDocument | undefined {
  try {
    return XmlDocument.fromBuffer(content, { option: ParseOption.XML_PARSE_NO_XXE })
  } catch {
    return undefined
  }
}
