import { findAll, textAt } from '../element.ts'
import { parseXml } from '../parse-xml.ts'
import { taxIdentityOf } from '../parties.ts'

/** The number series of an invoice without faults: its company and year. */
export function readSeries(xml: string): { readonly company: string; readonly year: string } {
  const document = parseXml(xml)
  const [company] = findAll(document, 'cac:AccountingSupplierParty/cac:Party')
  const identity = company === undefined ? undefined : taxIdentityOf(company)
  if (identity === undefined) throw new Error('An accepted invoice has no supplier.')
  return {
    company: identity.text.trim(),
    year: textAt(document, 'cbc:IssueDate').slice(0, 4),
  }
}
