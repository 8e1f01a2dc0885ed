import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import type { Static } from 'typebox'
import { dated, dateViolations } from '#command/provider-documents/dates.ts'
import {
  type DraftFacts,
  documentDate,
  partyNumberOf,
  partyOf,
  type SourceTransaction,
} from '#command/provider-documents/party.ts'
import type { InvoiceContent, PAYMENT_TYPES } from '#kernel/contract/invoices.ts'
import { type Detail, detail, detailOf } from '#kernel/domain/detail.ts'
import {
  END_CONSUMER,
  hasFiscalForm,
  isPlaceholder,
  isValidIdentityNumber,
} from '#kernel/domain/identity-number.ts'
import { compare, type Decimal, parseDecimal, toMoney } from '#kernel/domain/money.ts'
import { officialPrefix } from '#kernel/domain/official-number.ts'
import type { DocumentParty } from '#kernel/events/document.ts'
import type { CompanySettingsEvent, TemplateEvent } from '#kernel/events/reference-data.ts'
import { calculateInvoice } from './calculation/calculate-invoice.ts'
import type { Incalculable, InvoiceLine, InvoiceTotals, InvoiceType } from './calculation/sale.ts'
import { exemptionCodeOf, invoiceTypeOf } from './taxation.ts'

const END_CONSUMER_NAME = 'Nihai Tüketici'

export type InvoiceRequest = Static<typeof InvoiceContent>
type Settings = CompanySettingsEvent['data']
type Template = TemplateEvent['data']

/** How the buyer pays; a field that does not belong to the type is null. */
interface InvoicePayment {
  readonly type: (typeof PAYMENT_TYPES)[number]
  readonly bankName: string | null
  readonly iban: string | null
  readonly approvalCode: string | null
  /** The voucher that it is set off against. */
  readonly expenseNumber: string | null
  readonly note: string | null
}

/** An invoice as it would be; its ids, its channel and its claims come when it is made. */
export interface InvoiceDraft {
  readonly source: InvoiceRequest['source']
  readonly bankTransactionId: string | null
  readonly invoiceType: InvoiceType
  /** Stands on each subtotal that no KDV, or KDV on a special base, is due on. */
  readonly exemptionCode: string | null
  readonly customer: DocumentParty
  /** The date of the invoice. */
  readonly transactionDate: string
  /** The company's, and the date's day in it. */
  readonly timeZone: string
  readonly day: string
  readonly paymentDate: string
  /** Prefix of the official number; null leaves it to the integrator. */
  readonly serial: string | null
  readonly integrator: string | null
  readonly amount: Decimal
  readonly exchanges: Decimal
  /** Fine grams in one unit. */
  readonly purity: Decimal
  readonly template: Pick<Template, 'key' | 'title' | 'lineName' | 'material'> & {
    readonly id: string
  }
  readonly lines: readonly InvoiceLine[]
  readonly totals: InvoiceTotals
  readonly payment: InvoicePayment
  readonly description: string | null
  readonly currentCode: string | null
}

export type DraftedInvoice =
  | { readonly draft: InvoiceDraft; readonly violations: readonly [] }
  | { readonly draft: undefined; readonly violations: readonly Detail[] }

/** Works out an invoice from what was asked and what is known, or says every rule that forbids it. */
export function draftInvoice(request: InvoiceRequest, facts: DraftFacts): DraftedInvoice {
  const { settings, template, transaction } = facts
  const amount = transaction?.amount ?? decimalOf(request.amount)
  const exchanges = request.exchanges === undefined ? facts.price : decimalOf(request.exchanges)
  const taxNumber = partyNumberOf(request, transaction)
  const sold =
    template === undefined || amount === undefined
      ? undefined
      : taxedSale({ template, asked: request.invoiceType, amount, exchanges })
  const violations = [
    ...settingsViolations(settings),
    ...sourceViolations(transaction),
    ...dateViolations(documentDate(request, facts), facts),
    ...identityViolations(taxNumber, settings?.invoice?.identityValidationRequired === true),
    ...ibanViolations(request.iban),
    ...(template === undefined ? [detail('data.templateKey', 'required')] : []),
    ...amountViolations(settings, amount, sold?.outcome === 'refused' ? sold : undefined),
  ]
  const isComplete =
    template !== undefined &&
    amount !== undefined &&
    exchanges !== undefined &&
    taxNumber !== undefined
  if (violations.length > 0 || !isComplete || sold?.outcome !== 'calculated') {
    return { draft: undefined, violations }
  }
  const { invoiceType, exemptionCode, lines, totals } = sold
  const figures = { amount: toMoney(amount), exchanges, lines, totals, invoiceType, exemptionCode }
  return { draft: draftOf({ request, facts, template, taxNumber, figures }), violations: [] }
}

interface Draftable {
  readonly request: InvoiceRequest
  readonly facts: DraftFacts
  readonly template: Template
  readonly taxNumber: string
  readonly figures: Pick<
    InvoiceDraft,
    'amount' | 'exchanges' | 'lines' | 'totals' | 'invoiceType' | 'exemptionCode'
  >
}

function draftOf({ request, facts, template, taxNumber, figures }: Draftable): InvoiceDraft {
  const { templateId: id, key, title, lineName, material } = template
  const transactionDate = documentDate(request, facts)
  return {
    source: request.source,
    bankTransactionId: facts.transaction?.transactionId ?? null,
    customer: buyerOf(taxNumber, request, facts),
    ...dated(transactionDate, facts),
    paymentDate: request.paymentDate ?? transactionDate,
    serial: officialPrefix(facts.settings?.invoice?.serial ?? null),
    integrator: facts.settings?.invoice?.integrator ?? null,
    ...figures,
    purity: template.exchange,
    template: { id, key, title, lineName, material },
    payment: paymentOf(request),
    description: request.description ?? null,
    currentCode: request.currentCode ?? null,
  }
}

/** The end consumer alone may be called so. */
function buyerOf(taxNumber: string, request: InvoiceRequest, facts: DraftFacts): DocumentParty {
  const { name, ...buyer } = partyOf(taxNumber, request, facts)
  return { ...buyer, name: name ?? (taxNumber === END_CONSUMER ? END_CONSUMER_NAME : null) }
}

interface RequestedSale {
  readonly template: Template
  readonly asked: InvoiceRequest['invoiceType']
  readonly amount: Decimal
  readonly exchanges: Decimal | undefined
}

type Taxed = Pick<InvoiceDraft, 'invoiceType' | 'exemptionCode' | 'lines' | 'totals'>
type Refused = { readonly outcome: 'refused' } & (
  | Incalculable
  | { readonly field: 'data.invoiceType' | 'data.templateKey'; readonly rule: 'exemptionCode' }
)

function taxedSale({
  template,
  asked,
  amount,
  exchanges,
}: RequestedSale): ({ readonly outcome: 'calculated' } & Taxed) | Refused {
  const invoiceType = invoiceTypeOf(template, asked)
  const calculation = calculateInvoice({ invoiceType, amount, exchanges, item: template })
  if (calculation.outcome === 'refused') return calculation
  const exemptionCode = exemptionCodeOf(template, invoiceType, calculation.totals.kdvTotal)
  if (exemptionCode !== undefined) return { ...calculation, invoiceType, exemptionCode }
  // No code is known by which such a material is taxed on a special base.
  const field = asked === invoiceType ? 'data.invoiceType' : 'data.templateKey'
  return { outcome: 'refused', field, rule: 'exemptionCode' }
}

function settingsViolations(settings: Settings | undefined): Detail[] {
  const invoice = settings?.invoice
  if (invoice == null) return [detail('companySettings.invoice', 'required')]
  if (!invoice.active) return [detail('companySettings.invoice', 'active')]
  return []
}

function identityViolations(
  taxNumber: string | undefined,
  isValidationRequired: boolean,
): readonly Detail[] {
  if (taxNumber === undefined) return [detail('data.idNo', 'required')]
  const isAccepted = isValidationRequired
    ? isPlaceholder(taxNumber) || isValidIdentityNumber(taxNumber)
    : hasFiscalForm(taxNumber)
  return isAccepted ? [] : [detail('data.idNo', 'identity')]
}

/** Spaces between its groups are as good as none. */
function ibanViolations(iban: string | undefined): readonly Detail[] {
  const isAccepted = iban === undefined || isValidIBAN(electronicFormatIBAN(iban) ?? '')
  return isAccepted ? [] : [detail('data.iban', 'iban')]
}

function sourceViolations(transaction: SourceTransaction | undefined): Detail[] {
  if (transaction === undefined) return []
  const field = 'data.bankTransactionId'
  return [
    ...(transaction.incoming ? [] : [detail(field, 'direction')]),
    ...(transaction.currency === 'TRY' ? [] : [detail(field, 'currency')]),
  ]
}

/** An amount that is too low for two reasons is reported once. */
function amountViolations(
  settings: Settings | undefined,
  amount: Decimal | undefined,
  refused: Refused | undefined,
): Detail[] {
  const minimum = settings?.invoice?.minimumAmount ?? '0'
  const isBelow = amount !== undefined && compare(amount, minimum) < 0
  const isReported = isBelow && refused?.field === 'data.amount'
  return [
    ...(isBelow ? [detail('data.amount', 'minimum')] : []),
    ...(refused === undefined || isReported ? [] : [detailOf(refused)]),
  ]
}

const decimalOf = (value: number | undefined) =>
  value === undefined ? undefined : parseDecimal(value)

/** A payment over a bank account needs no type. */
const paymentOf = (request: InvoiceRequest): InvoicePayment => ({
  type: request.paymentType ?? 'bank',
  bankName: request.bankName ?? null,
  iban: request.iban ?? null,
  approvalCode: request.approvalCode ?? null,
  expenseNumber: request.expenseNumber ?? null,
  note: request.paymentNote ?? null,
})
