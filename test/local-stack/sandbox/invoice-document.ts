import { randomUUID } from 'node:crypto'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'

const subtotal = (base: string, tax: string, percent: string) =>
  `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="TRY">${base}</cbc:TaxableAmount><cbc:TaxAmount currencyID="TRY">${tax}</cbc:TaxAmount><cbc:Percent>${percent}</cbc:Percent><cac:TaxCategory><cbc:TaxExemptionReasonCode>805</cbc:TaxExemptionReasonCode><cbc:TaxExemptionReason>Altından mamul ziynet eşyası</cbc:TaxExemptionReason><cac:TaxScheme><cbc:Name>KDV</cbc:Name><cbc:TaxTypeCode>0015</cbc:TaxTypeCode></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`

const taxTotal = (tax: string, ...subtotals: readonly string[]) =>
  `<cac:TaxTotal><cbc:TaxAmount currencyID="TRY">${tax}</cbc:TaxAmount>${subtotals.join('')}</cac:TaxTotal>`

const metal = subtotal('97387.29', '0.00', '0')
const labor = subtotal('2177.26', '435.45', '20')

/** A bracelet that the integrator takes; the change makes it another one. */
function invoiceXml(uuid: string, change: (xml: string) => string = (xml) => xml): string {
  return change(`<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="${UBL}:Invoice-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2" xmlns:ext="${UBL}:CommonExtensionComponents-2">
  <ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent/></ext:UBLExtension></ext:UBLExtensions>
  <cbc:UBLVersionID>2.1</cbc:UBLVersionID>
  <cbc:CustomizationID>TR1.2.1</cbc:CustomizationID>
  <cbc:ProfileID>EARSIVFATURA</cbc:ProfileID>
  <cbc:ID>TASLAK</cbc:ID>
  <cbc:CopyIndicator>false</cbc:CopyIndicator>
  <cbc:UUID>${uuid}</cbc:UUID>
  <cbc:IssueDate>2026-11-20</cbc:IssueDate>
  <cbc:IssueTime>12:45:00</cbc:IssueTime>
  <cbc:InvoiceTypeCode>OZELMATRAH</cbc:InvoiceTypeCode>
  <cbc:Note>Teşekkürler.</cbc:Note>
  <cbc:DocumentCurrencyCode>TRY</cbc:DocumentCurrencyCode>
  <cbc:LineCountNumeric>2</cbc:LineCountNumeric>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PartyIdentification><cbc:ID schemeID="VKN">4840847211</cbc:ID></cac:PartyIdentification>
    <cac:PartyName><cbc:Name>Işıldayan Kuyumculuk A.Ş.</cbc:Name></cac:PartyName>
    <cac:PostalAddress><cbc:CitySubdivisionName>Fatih</cbc:CitySubdivisionName><cbc:CityName>İstanbul</cbc:CityName><cac:Country><cbc:Name>Türkiye</cbc:Name></cac:Country></cac:PostalAddress>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cac:PartyIdentification><cbc:ID schemeID="TCKN">10000000146</cbc:ID></cac:PartyIdentification>
    <cac:PostalAddress><cbc:CitySubdivisionName/><cbc:CityName/><cac:Country><cbc:Name>Türkiye</cbc:Name></cac:Country></cac:PostalAddress>
    <cac:Person><cbc:FirstName>Ayşe Çiğdem</cbc:FirstName><cbc:FamilyName>Öğüt</cbc:FamilyName></cac:Person>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:PaymentMeans><cbc:PaymentMeansCode>42</cbc:PaymentMeansCode><cbc:PaymentDueDate>2026-11-20</cbc:PaymentDueDate></cac:PaymentMeans>
  ${taxTotal('435.45', metal, labor)}
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="TRY">99564.55</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="TRY">99564.55</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="TRY">100000.00</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="TRY">100000.00</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
  <cac:InvoiceLine>
    <cbc:ID>1</cbc:ID>
    <cbc:InvoicedQuantity unitCode="GRM">18.02</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="TRY">97387.29</cbc:LineExtensionAmount>
    ${taxTotal('0.00', metal)}
    <cac:Item><cbc:Name>22 Ayar Bilezik</cbc:Name></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="TRY">5404.4</cbc:PriceAmount></cac:Price>
  </cac:InvoiceLine>
  <cac:InvoiceLine>
    <cbc:ID>2</cbc:ID>
    <cbc:InvoicedQuantity unitCode="GRM">18.02</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="TRY">2177.26</cbc:LineExtensionAmount>
    ${taxTotal('435.45', labor)}
    <cac:Item><cbc:Name>İşçilik</cbc:Name></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="TRY">120.82463929</cbc:PriceAmount></cac:Price>
  </cac:InvoiceLine>
</Invoice>`)
}

export interface SentInvoice {
  readonly uuid: string
  readonly document: string
  readonly serial: string | null
  readonly recipient: { readonly email?: string }
}

/** The invoice as it is sent, under a uuid of its own. */
export function newInvoice(change?: (xml: string) => string): SentInvoice {
  const uuid = randomUUID()
  const recipient = { email: 'ayse@example.com' }
  return { uuid, document: invoiceXml(uuid, change), serial: 'ABC', recipient }
}
