import type { Tree } from './tree.ts'

/** The order of children in UBL 2.1, of all elements that our documents may have. */
const order: Readonly<Record<string, string>> = {
  CreditNote: `ext:UBLExtensions cbc:UBLVersionID cbc:CustomizationID cbc:ProfileID
    cbc:ProfileExecutionID cbc:ID cbc:CopyIndicator cbc:UUID cbc:IssueDate cbc:IssueTime
    cbc:TaxPointDate cbc:CreditNoteTypeCode cbc:Note cbc:DocumentCurrencyCode cbc:TaxCurrencyCode
    cbc:PricingCurrencyCode cbc:PaymentCurrencyCode cbc:PaymentAlternativeCurrencyCode
    cbc:AccountingCostCode cbc:AccountingCost cbc:LineCountNumeric cbc:BuyerReference
    cac:InvoicePeriod cac:DiscrepancyResponse cac:OrderReference cac:BillingReference
    cac:DespatchDocumentReference cac:ReceiptDocumentReference cac:ContractDocumentReference
    cac:AdditionalDocumentReference cac:StatementDocumentReference
    cac:OriginatorDocumentReference cac:Signature cac:AccountingSupplierParty
    cac:AccountingCustomerParty cac:PayeeParty cac:BuyerCustomerParty cac:SellerSupplierParty
    cac:TaxRepresentativeParty cac:Delivery cac:DeliveryTerms cac:PaymentMeans cac:PaymentTerms
    cac:TaxExchangeRate cac:PricingExchangeRate cac:PaymentExchangeRate
    cac:PaymentAlternativeExchangeRate cac:AllowanceCharge cac:TaxTotal cac:LegalMonetaryTotal
    cac:CreditNoteLine`,
  Invoice: `ext:UBLExtensions cbc:UBLVersionID cbc:CustomizationID cbc:ProfileID
    cbc:ProfileExecutionID cbc:ID cbc:CopyIndicator cbc:UUID cbc:IssueDate cbc:IssueTime cbc:DueDate
    cbc:InvoiceTypeCode cbc:Note cbc:TaxPointDate cbc:DocumentCurrencyCode cbc:TaxCurrencyCode
    cbc:PricingCurrencyCode cbc:PaymentCurrencyCode cbc:PaymentAlternativeCurrencyCode
    cbc:AccountingCostCode cbc:AccountingCost cbc:LineCountNumeric cbc:BuyerReference
    cac:InvoicePeriod cac:OrderReference cac:BillingReference cac:DespatchDocumentReference
    cac:ReceiptDocumentReference cac:StatementDocumentReference cac:OriginatorDocumentReference
    cac:ContractDocumentReference cac:AdditionalDocumentReference cac:ProjectReference
    cac:Signature cac:AccountingSupplierParty cac:AccountingCustomerParty cac:PayeeParty
    cac:BuyerCustomerParty cac:SellerSupplierParty cac:TaxRepresentativeParty cac:Delivery
    cac:DeliveryTerms cac:PaymentMeans cac:PaymentTerms cac:PrepaidPayment cac:AllowanceCharge
    cac:TaxExchangeRate cac:PricingExchangeRate cac:PaymentExchangeRate
    cac:PaymentAlternativeExchangeRate cac:TaxTotal cac:WithholdingTaxTotal
    cac:LegalMonetaryTotal cac:InvoiceLine`,
  'ext:UBLExtensions': 'ext:UBLExtension',
  'ext:UBLExtension': `cbc:ID cbc:Name ext:ExtensionAgencyID ext:ExtensionAgencyName
    ext:ExtensionVersionID ext:ExtensionAgencyURI ext:ExtensionURI ext:ExtensionReasonCode
    ext:ExtensionReason ext:ExtensionContent`,
  'cac:AccountingSupplierParty': `cbc:CustomerAssignedAccountID cbc:AdditionalAccountID
    cbc:DataSendingCapability cac:Party cac:DespatchContact cac:AccountingContact
    cac:SellerContact`,
  'cac:AccountingCustomerParty': `cbc:CustomerAssignedAccountID cbc:SupplierAssignedAccountID
    cbc:AdditionalAccountID cac:Party cac:DeliveryContact cac:AccountingContact cac:BuyerContact`,
  'cac:Party': `cbc:MarkCareIndicator cbc:MarkAttentionIndicator cbc:WebsiteURI
    cbc:LogoReferenceID cbc:EndpointID cbc:IndustryClassificationCode cac:PartyIdentification
    cac:PartyName cac:Language cac:PostalAddress cac:PhysicalLocation cac:PartyTaxScheme
    cac:PartyLegalEntity cac:Contact cac:Person cac:AgentParty`,
  'cac:AdditionalDocumentReference':
    'cbc:ID cbc:CopyIndicator cbc:UUID cbc:IssueDate cbc:IssueTime cbc:DocumentTypeCode cbc:DocumentType',
  'cac:PartyIdentification': 'cbc:ID',
  'cac:PartyName': 'cbc:Name',
  'cac:PostalAddress': `cbc:ID cbc:AddressTypeCode cbc:AddressFormatCode cbc:Postbox cbc:Floor
    cbc:Room cbc:StreetName cbc:AdditionalStreetName cbc:BlockName cbc:BuildingName
    cbc:BuildingNumber cbc:InhouseMail cbc:Department cbc:MarkAttention cbc:MarkCare
    cbc:PlotIdentification cbc:CitySubdivisionName cbc:CityName cbc:PostalZone
    cbc:CountrySubentity cbc:CountrySubentityCode cbc:Region cbc:District cbc:TimezoneOffset
    cac:AddressLine cac:Country cac:LocationCoordinate`,
  'cac:Country': 'cbc:IdentificationCode cbc:Name',
  'cac:PartyTaxScheme': `cbc:RegistrationName cbc:CompanyID cbc:TaxLevelCode
    cbc:ExemptionReasonCode cbc:ExemptionReason cac:RegistrationAddress cac:TaxScheme`,
  'cac:TaxScheme': 'cbc:ID cbc:Name cbc:TaxTypeCode cbc:CurrencyCode',
  'cac:Contact': 'cbc:ID cbc:Name cbc:Telephone cbc:Telefax cbc:ElectronicMail cbc:Note',
  'cac:Person': 'cbc:ID cbc:FirstName cbc:FamilyName cbc:Title cbc:MiddleName',
  'cac:TaxTotal': `cbc:TaxAmount cbc:RoundingAmount cbc:TaxEvidenceIndicator
    cbc:TaxIncludedIndicator cac:TaxSubtotal`,
  'cac:TaxSubtotal': `cbc:TaxableAmount cbc:TaxAmount cbc:CalculationSequenceNumeric
    cbc:TransactionCurrencyTaxAmount cbc:Percent cbc:BaseUnitMeasure cbc:PerUnitAmount
    cbc:TierRange cbc:TierRatePercent cac:TaxCategory`,
  'cac:TaxCategory': `cbc:ID cbc:Name cbc:Percent cbc:BaseUnitMeasure cbc:PerUnitAmount
    cbc:TaxExemptionReasonCode cbc:TaxExemptionReason cbc:TierRange cbc:TierRatePercent
    cac:TaxScheme`,
  'cac:LegalMonetaryTotal': `cbc:LineExtensionAmount cbc:TaxExclusiveAmount
    cbc:TaxInclusiveAmount cbc:AllowanceTotalAmount cbc:ChargeTotalAmount cbc:PrepaidAmount
    cbc:PayableRoundingAmount cbc:PayableAmount cbc:PayableAlternativeAmount`,
  'cac:CreditNoteLine': `cbc:ID cbc:UUID cbc:Note cbc:CreditedQuantity cbc:LineExtensionAmount
    cbc:TaxPointDate cbc:AccountingCostCode cbc:AccountingCost cbc:PaymentPurposeCode
    cbc:FreeOfChargeIndicator cac:InvoicePeriod cac:OrderLineReference cac:DiscrepancyResponse
    cac:DespatchLineReference cac:ReceiptLineReference cac:BillingReference
    cac:DocumentReference cac:PricingReference cac:OriginatorParty cac:Delivery cac:PaymentTerms
    cac:TaxTotal cac:AllowanceCharge cac:Item cac:Price cac:DeliveryTerms cac:SubCreditNoteLine
    cac:ItemPriceExtension`,
  'cac:InvoiceLine': `cbc:ID cbc:UUID cbc:Note cbc:InvoicedQuantity cbc:LineExtensionAmount
    cbc:TaxPointDate cbc:AccountingCostCode cbc:AccountingCost cbc:PaymentPurposeCode
    cbc:FreeOfChargeIndicator cac:InvoicePeriod cac:OrderLineReference cac:DespatchLineReference
    cac:ReceiptLineReference cac:BillingReference cac:DocumentReference cac:PricingReference
    cac:OriginatorParty cac:Delivery cac:PaymentTerms cac:AllowanceCharge cac:TaxTotal
    cac:WithholdingTaxTotal cac:Item cac:Price cac:DeliveryTerms cac:SubInvoiceLine
    cac:ItemPriceExtension`,
  'cac:PaymentMeans': `cbc:ID cbc:PaymentMeansCode cbc:PaymentDueDate cbc:PaymentChannelCode
    cbc:InstructionID cbc:InstructionNote cbc:PaymentID cac:CardAccount
    cac:PayerFinancialAccount cac:PayeeFinancialAccount cac:CreditAccount cac:PaymentMandate
    cac:TradeFinancing`,
  'cac:PayeeFinancialAccount': `cbc:ID cbc:Name cbc:AliasName cbc:AccountTypeCode
    cbc:AccountFormatCode cbc:CurrencyCode cbc:PaymentNote cac:FinancialInstitutionBranch
    cac:Country`,
  'cac:PaymentTerms': `cbc:ID cbc:PaymentMeansID cbc:PrepaidPaymentReferenceID cbc:Note
    cbc:ReferenceEventCode cbc:SettlementDiscountPercent cbc:PenaltySurchargePercent
    cbc:PaymentPercent cbc:Amount`,
  'cac:Item': `cbc:Description cbc:PackQuantity cbc:PackSizeNumeric cbc:CatalogueIndicator
    cbc:Name cbc:HazardousRiskIndicator cbc:AdditionalInformation cbc:Keyword cbc:BrandName
    cbc:ModelName cac:BuyersItemIdentification cac:SellersItemIdentification`,
  'cac:SellersItemIdentification': 'cbc:ID cbc:ExtendedID',
  'cac:Price': 'cbc:PriceAmount cbc:BaseQuantity cbc:PriceChangeReason cbc:PriceTypeCode',
}

const repeatable = new Set([
  'cbc:Note',
  'cac:CreditNoteLine',
  'cac:InvoiceLine',
  'cac:PartyIdentification',
  'cac:TaxSubtotal',
])

/** Every place where a child is unknown, out of order or repeated. */
export function misplaced(tree: Tree): readonly string[] {
  const places = order[tree.name]?.split(/\s+/) ?? []
  const names = tree.children.map(({ name }) => name)
  const faults = names.filter((name, index) => {
    const before = places.indexOf(names[index - 1] ?? '')
    const place = places.indexOf(name)
    return place < before || place === -1 || (place === before && !repeatable.has(name))
  })
  return [
    ...faults.map((name) => `${tree.name}/${name}`),
    ...tree.children.flatMap((child) => misplaced(child)),
  ]
}
