import { randomUUID } from 'node:crypto'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'

/** A small expense voucher that the integrator accepts; the change makes it another one. */
function creditNote(uuid: string, change: (xml: string) => string = (xml) => xml): string {
  return change(`<?xml version="1.0" encoding="UTF-8"?>
<CreditNote xmlns="${UBL}:CreditNote-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2" xmlns:ext="${UBL}:CommonExtensionComponents-2">
  <ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent/></ext:UBLExtension></ext:UBLExtensions>
  <cbc:UBLVersionID>2.1</cbc:UBLVersionID>
  <cbc:CustomizationID>TR1.2.1</cbc:CustomizationID>
  <cbc:ProfileID>GIDERPUSULASI</cbc:ProfileID>
  <cbc:ID>TASLAK</cbc:ID>
  <cbc:CopyIndicator>false</cbc:CopyIndicator>
  <cbc:UUID>${uuid}</cbc:UUID>
  <cbc:IssueDate>2026-11-20</cbc:IssueDate>
  <cbc:IssueTime>12:45:00</cbc:IssueTime>
  <cbc:CreditNoteTypeCode>SATIS</cbc:CreditNoteTypeCode>
  <cbc:Note>Bilezik ağır, şüphesiz.</cbc:Note>
  <cbc:DocumentCurrencyCode>TRY</cbc:DocumentCurrencyCode>
  <cbc:LineCountNumeric>1</cbc:LineCountNumeric>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PartyIdentification><cbc:ID schemeID="VKN">4840847211</cbc:ID></cac:PartyIdentification>
    <cac:PartyName><cbc:Name>Işıldayan Kuyumculuk A.Ş.</cbc:Name></cac:PartyName>
    <cac:PostalAddress>
      <cbc:StreetName>Çarşı Caddesi No: 5</cbc:StreetName>
      <cbc:CitySubdivisionName>Fatih</cbc:CitySubdivisionName><cbc:CityName>İstanbul</cbc:CityName>
      <cac:Country><cbc:Name>Türkiye</cbc:Name></cac:Country>
    </cac:PostalAddress>
    <cac:PartyTaxScheme><cac:TaxScheme><cbc:Name>Beyazıt</cbc:Name></cac:TaxScheme></cac:PartyTaxScheme>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cac:PartyIdentification><cbc:ID schemeID="TCKN">10000000146</cbc:ID></cac:PartyIdentification>
    <cac:PostalAddress>
      <cbc:StreetName>Gül Sokağı 3</cbc:StreetName>
      <cbc:CitySubdivisionName>Üsküdar</cbc:CitySubdivisionName><cbc:CityName>İstanbul</cbc:CityName>
      <cac:Country><cbc:Name>Türkiye</cbc:Name></cac:Country>
    </cac:PostalAddress>
    <cac:Person><cbc:FirstName>Ayşe Çiğdem</cbc:FirstName><cbc:FamilyName>Öğüt</cbc:FamilyName></cac:Person>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:TaxTotal><cbc:TaxAmount currencyID="TRY">0.00</cbc:TaxAmount></cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="TRY">65559.95</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="TRY">65559.95</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="TRY">65559.95</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="TRY">65559.95</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
  <cac:CreditNoteLine>
    <cbc:ID>1</cbc:ID>
    <cbc:CreditedQuantity unitCode="GRM">12.34</cbc:CreditedQuantity>
    <cbc:LineExtensionAmount currencyID="TRY">65559.95</cbc:LineExtensionAmount>
    <cac:Item><cbc:Name>22 ayar hurda altın</cbc:Name></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="TRY">5312.80</cbc:PriceAmount></cac:Price>
  </cac:CreditNoteLine>
</CreditNote>`)
}

export interface Draft {
  readonly uuid: string
  readonly document: string
  readonly phone: string
  readonly serial: string | null
}

/** The draft as it is sent, under a uuid of its own. */
export function newDraft(change?: (xml: string) => string): Draft {
  const uuid = randomUUID()
  return { uuid, document: creditNote(uuid, change), phone: '905321234567', serial: 'ABC' }
}
