import { creditNoteXml } from '#command/ubl/credit-note.ts'
import { invoiceXml } from '#command/ubl/invoice.ts'
import { invoice, soldTo } from '#test/command-service/ubl/invoice-samples.ts'
import { creditNote } from '#test/command-service/ubl/samples.ts'

type Plant = (xml: string) => string

const change =
  (old: string | RegExp, text: string): Plant =>
  (xml) => {
    const changed = xml.replaceAll(typeof old === 'string' ? old : new RegExp(old, 'g'), text)
    if (changed === xml) throw new Error(`nothing to change: ${old}`)
    return changed
  }

const inInvoice: Readonly<Record<string, Plant>> = {
  'a day to come': change('>2026-11-20<', '>2999-12-31<'),
  'a day before 2005': change('>2026-11-20<', '>2004-12-31<'),
  'a unit that is none': change('unitCode="GRM"', 'unitCode="ADET"'),
  'an exemption code that is none': change('Code>805<', 'Code>299<'),
  'the exemption code of another type': change('Code>805<', 'Code>230<'),
  'a person without a first name': change(/<cbc:FirstName>[^<]*<\/cbc:FirstName>/, ''),
  'a company without a name': change(/<cac:PartyName>.*?<\/cac:PartyName>/, ''),
  'a tax number that is too short': change('>4840847211<', '>484084721<'),
  'a register that is none': change('schemeID="TCKN"', 'schemeID="PASAPORT"'),
  'a profile that is none': change('>EARSIVFATURA<', '>EARSIV<'),
  'a type that is none': change('>OZELMATRAH<', '>OZEL<'),
  'a tax that is none': change('>0015<', '>9999<'),
  'a currency that is none': change('>TRY<', '>TRL<'),
  'amounts in fractions of a kuruş': change(/(PayableAmount currencyID="TRY">\d+\.\d\d)/, '$15'),
  'a number of another form': change(/<cbc:ID>SRF2026\d+</, '<cbc:ID>SRF-2026-1<'),
  'an address without a city': change(/<cbc:CityName>[^<]*<\/cbc:CityName>/, ''),
  'no count of lines': change(/<cbc:LineCountNumeric>\d+<\/cbc:LineCountNumeric>/, ''),
  'elements in another order': change(
    /(<cbc:IssueDate>[^<]*<\/cbc:IssueDate>)(<cbc:IssueTime>[^<]*<\/cbc:IssueTime>)/,
    '$2$1',
  ),
}

const inVoucher: Readonly<Record<string, Plant>> = {
  'a day to come': change('>2026-11-20<', '>2999-12-31<'),
  'a unit that is none': change('unitCode="GRM"', 'unitCode="ADET"'),
  'no address': change(/<cac:PostalAddress>.*?<\/cac:PostalAddress>/, ''),
  'an element that the schema does not know': change(
    '<cbc:Note>',
    '<cbc:Remark>x</cbc:Remark><cbc:Note>',
  ),
}

/** Documents with one fault each, which the tax authority would refuse. */
export const plantedFaults: ReadonlyMap<string, string> = new Map([
  ...Object.entries(inInvoice).map(
    ([name, plant]) => [`invoice with ${name}`, plant(invoiceXml(invoice()))] as const,
  ),
  ...Object.entries(inVoucher).map(
    ([name, plant]) => [`voucher with ${name}`, plant(creditNoteXml(creditNote()))] as const,
  ),
  [
    'invoice exempt without a reason',
    change(
      /<cbc:TaxExemptionReasonCode>.*?<\/cbc:TaxExemptionReason>/,
      '',
    )(invoiceXml({ ...soldTo({}), invoiceType: 'SATIS' })),
  ],
])
