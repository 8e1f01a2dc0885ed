import { commonComponents } from '../components.ts'
import { type ContentModel, inOrder } from '../structure.ts'

const creditNote = inOrder(`
  ext:UBLExtensions? cbc:UBLVersionID cbc:CustomizationID cbc:ProfileID cbc:ProfileExecutionID?
  cbc:ID? cbc:CopyIndicator? cbc:UUID cbc:IssueDate cbc:IssueTime? cbc:TaxPointDate?
  cbc:CreditNoteTypeCode cbc:Note* cbc:DocumentCurrencyCode cbc:TaxCurrencyCode?
  cbc:PricingCurrencyCode? cbc:PaymentCurrencyCode? cbc:PaymentAlternativeCurrencyCode?
  cbc:AccountingCostCode? cbc:AccountingCost? cbc:LineCountNumeric? cbc:BuyerReference?
  cac:InvoicePeriod* cac:DiscrepancyResponse* cac:OrderReference? cac:BillingReference*
  cac:DespatchDocumentReference* cac:ReceiptDocumentReference* cac:ContractDocumentReference*
  cac:AdditionalDocumentReference* cac:StatementDocumentReference*
  cac:OriginatorDocumentReference* cac:Signature* cac:AccountingSupplierParty
  cac:AccountingCustomerParty cac:PayeeParty? cac:BuyerCustomerParty? cac:SellerSupplierParty?
  cac:TaxRepresentativeParty? cac:Delivery* cac:DeliveryTerms* cac:PaymentMeans* cac:PaymentTerms*
  cac:TaxExchangeRate? cac:PricingExchangeRate? cac:PaymentExchangeRate?
  cac:PaymentAlternativeExchangeRate? cac:AllowanceCharge* cac:TaxTotal cac:LegalMonetaryTotal
  cac:CreditNoteLine+`)

const line = inOrder(`
  cbc:ID cbc:UUID? cbc:Note* cbc:CreditedQuantity cbc:LineExtensionAmount cbc:TaxPointDate?
  cbc:AccountingCostCode? cbc:AccountingCost? cbc:PaymentPurposeCode? cbc:FreeOfChargeIndicator?
  cac:InvoicePeriod* cac:OrderLineReference* cac:DiscrepancyResponse* cac:DespatchLineReference*
  cac:ReceiptLineReference* cac:BillingReference* cac:DocumentReference* cac:PricingReference?
  cac:OriginatorParty? cac:Delivery* cac:PaymentTerms* cac:TaxTotal* cac:AllowanceCharge* cac:Item
  cac:Price cac:DeliveryTerms* cac:SubCreditNoteLine* cac:ItemPriceExtension?`)

/** The schema's order; required elements are those that the tax authority requires of an expense voucher. */
export const creditNoteStructure: ReadonlyMap<string, ContentModel> = new Map([
  ...commonComponents,
  ['CreditNote', creditNote],
  [
    'cac:AccountingSupplierParty',
    inOrder(
      `cbc:CustomerAssignedAccountID? cbc:AdditionalAccountID* cbc:DataSendingCapability? cac:Party
       cac:DespatchContact? cac:AccountingContact? cac:SellerContact?`,
    ),
  ],
  [
    'cac:AccountingCustomerParty',
    inOrder(
      `cbc:CustomerAssignedAccountID? cbc:SupplierAssignedAccountID? cbc:AdditionalAccountID*
       cac:Party cac:DeliveryContact? cac:AccountingContact? cac:BuyerContact?`,
    ),
  ],
  ['cac:CreditNoteLine', line],
])
