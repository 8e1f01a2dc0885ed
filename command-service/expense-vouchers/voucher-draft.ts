import type { Static } from 'typebox'
import { dated, dateViolations } from '#command/provider-documents/dates.ts'
import { type DraftFacts, documentDate, partyOf } from '#command/provider-documents/party.ts'
import type { VoucherContent as VoucherRequestSchema } from '#kernel/contract/expense-vouchers.ts'
import { type Detail, detail, detailOf } from '#kernel/domain/detail.ts'
import { expenseVoucherAmounts } from '#kernel/domain/expense-voucher-amounts.ts'
import {
  END_CONSUMER,
  hasFiscalForm,
  isValidIdentityNumber,
} from '#kernel/domain/identity-number.ts'
import { parseDecimal, toMoney } from '#kernel/domain/money.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { isPrintedAlike } from '#kernel/domain/printed-form.ts'
import type { CompanySettingsEvent, TemplateEvent } from '#kernel/events/reference-data.ts'
import type { VoucherContent } from './voucher.ts'

export type VoucherRequest = Static<typeof VoucherRequestSchema>
type Settings = CompanySettingsEvent['data']

/** A voucher as it would be; it gets its id and its claims when it is created. */
export type VoucherDraft = Omit<VoucherContent, 'voucherId' | 'personRef' | 'claims'>

export type Drafted =
  | { readonly draft: VoucherDraft; readonly violations: readonly [] }
  | { readonly draft: undefined; readonly violations: readonly Detail[] }

/** Computes a voucher from the request and the facts, or returns every rule that forbids it. */
export function draftVoucher(request: VoucherRequest, facts: DraftFacts): Drafted {
  const { settings, template, transaction } = facts
  const amount = transaction?.amount ?? decimalOf(request.amount)
  const own = settings?.expense?.serial
  const serial = isOwnSerial(request, own) ? own : request.serial
  const exchanges = request.exchanges === undefined ? facts.price : decimalOf(request.exchanges)
  const amounts =
    template === undefined || amount === undefined
      ? undefined
      : expenseVoucherAmounts({
          amount,
          exchanges,
          purity: template.exchange,
          unitType: template.unitType,
        })
  const violations = [
    ...settingsViolations(settings, serial ?? undefined),
    ...requestViolations(request, facts),
    ...dateViolations(documentDate(request, facts), facts),
    ...(amounts?.outcome === 'refused' ? [detailOf(amounts)] : []),
  ]
  const isComplete =
    template !== undefined && amount !== undefined && exchanges !== undefined && serial != null
  if (violations.length > 0 || !isComplete || amounts?.outcome !== 'calculated') {
    return { draft: undefined, violations }
  }
  const { price, quantity } = amounts
  const figures = { amount: toMoney(amount), exchanges, price, quantity }
  return { draft: draftOf({ request, facts, template, serial, figures }), violations: [] }
}

interface Draftable {
  readonly request: VoucherRequest
  readonly facts: DraftFacts
  readonly template: TemplateEvent['data']
  readonly serial: string
  readonly figures: Pick<VoucherDraft, 'amount' | 'exchanges' | 'price' | 'quantity'>
}

function draftOf({ request, facts, template, serial, figures }: Draftable): VoucherDraft {
  const { templateId: id, key, title, lineName, material, unitType } = template
  const eDocument = request.isDraft === true ? facts.settings?.eDocument : undefined
  const isElectronic = eDocument?.enabled === true
  return {
    source: request.source,
    bankTransactionId: facts.transaction?.transactionId ?? null,
    documentMode: isElectronic ? 'electronic' : 'paper',
    environment: isElectronic ? eDocument.environment : null,
    seller: partyOf(normalNumber(request.idNo), request, facts),
    ...dated(documentDate(request, facts), facts),
    serial,
    givenNumber: request.number ?? null,
    ...figures,
    purity: template.exchange,
    unitType,
    attribute: request.attribute ?? lineName,
    template: { id, key, title, lineName, material },
    description: request.description ?? null,
    currentCode: request.currentCode ?? null,
    bankName: request.bankName ?? null,
    invoiceNo: request.invoiceNo ?? null,
    isSwap: request.isSwap ?? null,
  }
}

function settingsViolations(settings: Settings | undefined, serial: string | undefined): Detail[] {
  const expense = settings?.expense
  if (expense == null) return [detail('companySettings.expense', 'required')]
  if (!expense.active) return [detail('companySettings.expense', 'active')]
  return serial === undefined ? [detail('companySettings.expense.serial', 'required')] : []
}

function requestViolations(request: VoucherRequest, facts: DraftFacts): Detail[] {
  const expense = facts.settings?.expense
  const violations: Detail[] = []
  if (facts.transaction?.incoming === true) {
    violations.push(detail('data.bankTransactionId', 'direction'))
  }
  if (facts.transaction !== undefined && facts.transaction.currency !== 'TRY') {
    violations.push(detail('data.bankTransactionId', 'currency'))
  }
  if (
    !isAcceptedIdentity(normalNumber(request.idNo), expense?.identityValidationRequired === true)
  ) {
    violations.push(detail('data.idNo', 'identity'))
  }
  if (facts.template === undefined) violations.push(detail('data.templateKey', 'required'))
  if (request.number !== undefined && isOwnSerial(request, expense?.serial))
    violations.push(detail('data.serial', 'reserved'))
  return violations
}

/** No serial, or one that is printed like the company's own. */
export const isOwnSerial = (
  { serial }: Pick<VoucherRequest, 'serial'>,
  own: string | null | undefined,
): boolean => serial === undefined || (own != null && isPrintedAlike(serial, own))

const isAcceptedIdentity = (idNo: string, isValidationRequired: boolean) =>
  isValidationRequired ? idNo === END_CONSUMER || isValidIdentityNumber(idNo) : hasFiscalForm(idNo)

const decimalOf = (value: number | undefined) =>
  value === undefined ? undefined : parseDecimal(value)
