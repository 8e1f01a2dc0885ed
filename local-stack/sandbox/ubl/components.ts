import { type ContentModel, inOrder } from './structure.ts'

const party = inOrder(`
  cbc:MarkCareIndicator? cbc:MarkAttentionIndicator? cbc:WebsiteURI? cbc:LogoReferenceID?
  cbc:EndpointID? cbc:IndustryClassificationCode? cac:PartyIdentification+ cac:PartyName*
  cac:Language? cac:PostalAddress? cac:PhysicalLocation? cac:PartyTaxScheme* cac:PartyLegalEntity*
  cac:Contact? cac:Person* cac:AgentParty? cac:ServiceProviderParty* cac:PowerOfAttorney*
  cac:FinancialAccount?`)

const address = inOrder(`
  cbc:ID? cbc:AddressTypeCode? cbc:AddressFormatCode? cbc:Postbox? cbc:Floor? cbc:Room?
  cbc:StreetName? cbc:AdditionalStreetName? cbc:BlockName? cbc:BuildingName? cbc:BuildingNumber?
  cbc:InhouseMail? cbc:Department? cbc:MarkAttention? cbc:MarkCare? cbc:PlotIdentification?
  cbc:CitySubdivisionName? cbc:CityName? cbc:PostalZone? cbc:CountrySubentity?
  cbc:CountrySubentityCode? cbc:Region? cbc:District? cbc:TimezoneOffset? cac:AddressLine*
  cac:Country? cac:LocationCoordinate*`)

const person = inOrder(`
  cbc:ID? cbc:FirstName? cbc:FamilyName? cbc:Title? cbc:MiddleName? cbc:OtherName? cbc:NameSuffix?
  cbc:JobTitle? cbc:NationalityID? cbc:GenderCode? cbc:BirthDate? cbc:BirthplaceName?
  cbc:OrganizationDepartment? cac:Contact? cac:FinancialAccount? cac:IdentityDocumentReference*
  cac:ResidenceAddress?`)

const taxSubtotal = inOrder(`
  cbc:TaxableAmount? cbc:TaxAmount cbc:CalculationSequenceNumeric?
  cbc:TransactionCurrencyTaxAmount? cbc:Percent? cbc:BaseUnitMeasure? cbc:PerUnitAmount?
  cbc:TierRange? cbc:TierRatePercent? cac:TaxCategory`)

const taxCategory = inOrder(`
  cbc:ID? cbc:Name? cbc:Percent? cbc:BaseUnitMeasure? cbc:PerUnitAmount?
  cbc:TaxExemptionReasonCode? cbc:TaxExemptionReason? cbc:TierRange? cbc:TierRatePercent?
  cac:TaxScheme`)

const monetaryTotal = inOrder(`
  cbc:LineExtensionAmount cbc:TaxExclusiveAmount cbc:TaxInclusiveAmount cbc:AllowanceTotalAmount?
  cbc:ChargeTotalAmount? cbc:PrepaidAmount? cbc:PayableRoundingAmount? cbc:PayableAmount
  cbc:PayableAlternativeAmount?`)

const item = inOrder(`
  cbc:Description* cbc:PackQuantity? cbc:PackSizeNumeric? cbc:CatalogueIndicator? cbc:Name
  cbc:HazardousRiskIndicator? cbc:AdditionalInformation* cbc:Keyword* cbc:BrandName*
  cbc:ModelName* cac:BuyersItemIdentification? cac:SellersItemIdentification?
  cac:ManufacturersItemIdentification* cac:StandardItemIdentification?
  cac:CatalogueItemIdentification? cac:AdditionalItemIdentification*
  cac:CatalogueDocumentReference? cac:ItemSpecificationDocumentReference* cac:OriginCountry?
  cac:CommodityClassification* cac:TransactionConditions* cac:HazardousItem*
  cac:ClassifiedTaxCategory* cac:AdditionalItemProperty* cac:ManufacturerParty*
  cac:InformationContentProviderParty? cac:OriginAddress* cac:ItemInstance* cac:Certificate*
  cac:Dimension*`)

/** The components of documents of every kind, in the schema's order. */
export const commonComponents: ReadonlyMap<string, ContentModel> = new Map([
  ['ext:UBLExtensions', inOrder('ext:UBLExtension*')],
  ['cac:Party', party],
  ['cac:PartyIdentification', inOrder('cbc:ID')],
  ['cac:PartyName', inOrder('cbc:Name')],
  ['cac:PostalAddress', address],
  ['cac:Country', inOrder('cbc:IdentificationCode? cbc:Name?')],
  ['cac:Person', person],
  [
    'cac:Contact',
    inOrder(
      'cbc:ID? cbc:Name? cbc:Telephone? cbc:Telefax? cbc:ElectronicMail? cbc:Note* cac:OtherCommunication*',
    ),
  ],
  [
    'cac:PartyTaxScheme',
    inOrder(
      `cbc:RegistrationName? cbc:CompanyID? cbc:TaxLevelCode? cbc:ExemptionReasonCode?
       cbc:ExemptionReason* cac:RegistrationAddress? cac:TaxScheme`,
    ),
  ],
  [
    'cac:TaxScheme',
    inOrder('cbc:ID? cbc:Name? cbc:TaxTypeCode? cbc:CurrencyCode? cac:JurisdictionRegionAddress*'),
  ],
  [
    'cac:TaxTotal',
    inOrder(
      `cbc:TaxAmount cbc:RoundingAmount? cbc:TaxEvidenceIndicator? cbc:TaxIncludedIndicator?
       cac:TaxSubtotal*`,
    ),
  ],
  ['cac:TaxSubtotal', taxSubtotal],
  ['cac:TaxCategory', taxCategory],
  ['cac:LegalMonetaryTotal', monetaryTotal],
  ['cac:Item', item],
  [
    'cac:Price',
    inOrder(
      `cbc:PriceAmount cbc:BaseQuantity? cbc:PriceChangeReason* cbc:PriceTypeCode? cbc:PriceType?
       cbc:OrderableUnitFactorRate? cac:ValidityPeriod* cac:PriceList? cac:AllowanceCharge*
       cac:PricingExchangeRate?`,
    ),
  ],
])
