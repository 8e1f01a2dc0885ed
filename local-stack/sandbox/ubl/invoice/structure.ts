import { commonComponents } from '../components.ts'
import { type ContentModel, inOrder } from '../structure.ts'

const invoice = inOrder(`
  ext:UBLExtensions? cbc:UBLVersionID cbc:CustomizationID cbc:ProfileID cbc:ProfileExecutionID?
  cbc:ID? cbc:CopyIndicator? cbc:UUID cbc:IssueDate cbc:IssueTime? cbc:DueDate? cbc:InvoiceTypeCode
  cbc:Note* cbc:TaxPointDate? cbc:DocumentCurrencyCode cbc:TaxCurrencyCode?
  cbc:PricingCurrencyCode? cbc:PaymentCurrencyCode? cbc:PaymentAlternativeCurrencyCode?
  cbc:AccountingCostCode? cbc:AccountingCost? cbc:LineCountNumeric cbc:BuyerReference?
  cac:InvoicePeriod* cac:OrderReference? cac:BillingReference* cac:DespatchDocumentReference*
  cac:ReceiptDocumentReference* cac:StatementDocumentReference* cac:OriginatorDocumentReference*
  cac:ContractDocumentReference* cac:AdditionalDocumentReference* cac:ProjectReference*
  cac:Signature* cac:AccountingSupplierParty cac:AccountingCustomerParty cac:PayeeParty?
  cac:BuyerCustomerParty? cac:SellerSupplierParty? cac:TaxRepresentativeParty? cac:Delivery*
  cac:DeliveryTerms? cac:PaymentMeans* cac:PaymentTerms* cac:PrepaidPayment* cac:AllowanceCharge*
  cac:TaxExchangeRate? cac:PricingExchangeRate? cac:PaymentExchangeRate?
  cac:PaymentAlternativeExchangeRate? cac:TaxTotal cac:WithholdingTaxTotal*
  cac:LegalMonetaryTotal cac:InvoiceLine+`)

const line = inOrder(`
  cbc:ID cbc:UUID? cbc:Note* cbc:InvoicedQuantity cbc:LineExtensionAmount cbc:TaxPointDate?
  cbc:AccountingCostCode? cbc:AccountingCost? cbc:PaymentPurposeCode? cbc:FreeOfChargeIndicator?
  cac:InvoicePeriod* cac:OrderLineReference* cac:DespatchLineReference* cac:ReceiptLineReference*
  cac:BillingReference* cac:DocumentReference* cac:PricingReference? cac:OriginatorParty?
  cac:Delivery* cac:PaymentTerms* cac:AllowanceCharge* cac:TaxTotal cac:WithholdingTaxTotal*
  cac:Item cac:Price cac:DeliveryTerms? cac:SubInvoiceLine* cac:ItemPriceExtension?`)

const taxTotal = inOrder(`
  cbc:TaxAmount cbc:RoundingAmount? cbc:TaxEvidenceIndicator? cbc:TaxIncludedIndicator?
  cac:TaxSubtotal+`)

const taxSubtotal = inOrder(`
  cbc:TaxableAmount cbc:TaxAmount cbc:CalculationSequenceNumeric?
  cbc:TransactionCurrencyTaxAmount? cbc:Percent cbc:BaseUnitMeasure? cbc:PerUnitAmount?
  cbc:TierRange? cbc:TierRatePercent? cac:TaxCategory`)

const paymentMeans = inOrder(`
  cbc:ID? cbc:PaymentMeansCode cbc:PaymentDueDate? cbc:PaymentChannelCode? cbc:InstructionID?
  cbc:InstructionNote* cbc:PaymentID* cac:CardAccount? cac:PayerFinancialAccount?
  cac:PayeeFinancialAccount? cac:CreditAccount? cac:PaymentMandate? cac:TradeFinancing?`)

const financialAccount = inOrder(`
  cbc:ID? cbc:Name? cbc:AliasName? cbc:AccountTypeCode? cbc:AccountFormatCode? cbc:CurrencyCode?
  cbc:PaymentNote* cac:FinancialInstitutionBranch? cac:Country?`)

const paymentTerms = inOrder(`
  cbc:ID? cbc:PaymentMeansID* cbc:PrepaidPaymentReferenceID? cbc:Note* cbc:ReferenceEventCode?
  cbc:SettlementDiscountPercent? cbc:PenaltySurchargePercent? cbc:PaymentPercent? cbc:Amount?
  cbc:SettlementDiscountAmount? cbc:PenaltyAmount? cbc:PaymentTermsDetailsURI?
  cbc:PaymentDueDate? cbc:InstallmentDueDate? cbc:InvoicingPartyReference?
  cac:SettlementPeriod? cac:PenaltyPeriod? cac:ExchangeRate? cac:ValidityPeriod?`)

const supplier = inOrder(`
  cbc:CustomerAssignedAccountID? cbc:AdditionalAccountID* cbc:DataSendingCapability? cac:Party
  cac:DespatchContact? cac:AccountingContact? cac:SellerContact?`)

const customer = inOrder(`
  cbc:CustomerAssignedAccountID? cbc:SupplierAssignedAccountID? cbc:AdditionalAccountID* cac:Party
  cac:DeliveryContact? cac:AccountingContact? cac:BuyerContact?`)

/** The schema's order; required elements are those that the tax authority requires of an invoice. */
export const invoiceStructure: ReadonlyMap<string, ContentModel> = new Map([
  ...commonComponents,
  ['Invoice', invoice],
  ['cac:AccountingSupplierParty', supplier],
  ['cac:AccountingCustomerParty', customer],
  ['cac:PaymentMeans', paymentMeans],
  ['cac:PayeeFinancialAccount', financialAccount],
  ['cac:PaymentTerms', paymentTerms],
  ['cac:TaxTotal', taxTotal],
  ['cac:TaxSubtotal', taxSubtotal],
  ['cac:InvoiceLine', line],
  ['cac:SellersItemIdentification', inOrder('cbc:ID cbc:ExtendedID?')],
])
