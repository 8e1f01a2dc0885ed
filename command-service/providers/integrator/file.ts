import { ParseOption, XmlDocument } from 'libxml2-wasm'
import type { FileFormat } from './port.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const namespaces = { cn: `${UBL}:CreditNote-2`, cbc: `${UBL}:CommonBasicComponents-2` }
const LONGEST_PDF_TAIL = 1024

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
