import { type Static, Type } from 'typebox'
import { holdsNothing } from '#command/invoices/invoice.ts'
import { flag, oneOf, text } from '#kernel/contract/fields.ts'
import { type Detail, schemaFault } from '#kernel/domain/detail.ts'
import {
  checkedDecimal,
  compare,
  type Decimal,
  subtract,
  sum,
  toMoney,
} from '#kernel/domain/money.ts'
import { keyHolder, personRefOf } from '#kernel/domain/person-name.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { INVOICE_TYPES } from '#kernel/records/invoices.ts'
import { UNIT_TYPES } from '#kernel/records/templates.ts'
import type { Complete } from '../complete.ts'
import {
  decimalOrNull,
  derived,
  exemptionCode,
  moneyOrZero,
  optional,
  percentage,
  rate,
  weight,
  withDefault,
} from '../fields.ts'
import { type ImportRun, lineKind, type Target } from '../kind.ts'
import { onceFor, type PastDocument } from '../past-document.ts'
import { invoiceIn } from './invoice-cancelled.ts'
import {
  partyIn,
  pastClaims,
  pastContent,
  pastFaults,
  pastFields,
  pastTarget,
  refuseOther,
  transactionClaimIn,
  transactionOf,
  uniqueOf,
  uuidOf,
} from './past-document.ts'

const zero = () => derived(moneyOrZero(), '0')

const InvoiceLine = Type.Object({
  name: text(),
  quantity: weight(),
  unitType: oneOf(...UNIT_TYPES),
  stockCode: optional(text()),
  price: rate(),
  amount: moneyOrZero(),
  lineTotal: moneyOrZero(),
  kdvPercent: derived(percentage(), '0'),
  kdvTotal: zero(),
  allowancePrice: zero(),
  allowanceTotal: zero(),
  ozelMatrahTotal: zero(),
  isExtra: derived(flag(), 'false'),
  isDefault: derived(flag(), 'false'),
  isLabor: derived(flag(), 'false'),
})

const Invoice = Type.Object({
  ...pastFields,
  number: text(50),
  amount: derived(moneyOrZero(), 'the same as `payableTotal`; one of them is required'),
  payableTotal: derived(moneyOrZero(), 'the same as `amount`'),
  state: derived(oneOf('sent'), 'not used'),
  invoiceType: withDefault(oneOf(...INVOICE_TYPES), 'SATIS'),
  exemptionCode: optional(exemptionCode()),
  channel: withDefault(oneOf('einvoice', 'earchive'), 'earchive'),
  integrator: optional(text()),
  linesTotal: derived(moneyOrZero(), 'what is payable, less VAT, with the allowance'),
  kdvTotal: zero(),
  allowanceTotal: zero(),
  exchanges: derived(rate(), '0: then no fine metal is reckoned, unless `purity` is given'),
  purity: optional(rate()),
  lines: withDefault(Type.Array(InvoiceLine), []),
})
type Line = Complete<typeof Invoice>
type Imported = Extract<InvoiceEvent, { type: 'InvoiceImported' }>['data']

/** An invoice that another system issued. */
export const invoice = lineKind(invoiceEvents)({
  kind: 'invoice',
  schema: Invoice,
  between: (data) => [...pastFaults(data), ...amountFaults(data)],
  target: (data): Target => ({
    ...pastTarget(pastInvoice(data)),
    unique: [
      ...uniqueOf('number', data.number, 'invoiceNumber'),
      ...uniqueOf('uuid', uuidOf(data), 'invoiceUuid'),
      ...uniqueOf('bankTransactionId', transactionOf(data), null),
    ],
  }),
  sealedFor: ({ idNo }) => ({ purpose: 'fiscal', person: keyHolder(idNo) }),
  async event(data, previous, run) {
    const imported = await importedBy(data, run)
    if (previous === undefined || previous.type === 'InvoiceAbandoned') return imported
    if (previous.type !== 'InvoiceImported') {
      throw new CommandError('id: is an invoice that was made here')
    }
    const { timeZone, day, claims } = previous.data
    const now = { ...imported.data, timeZone, day, claims }
    await refuseOther<Imported>(previous.data, now, {
      fixed: unchangeable,
      isCancelled: async () => holdsNothing(await invoiceIn(run, data.id)),
    })
    return { type: 'InvoiceImported', data: now }
  },
})

const unchangeable = {
  serial: 'serial',
  invoiceNumber: 'number',
  personRef: 'idNo',
  uuid: 'uuid',
  transactionDate: 'transactionDate',
  amount: 'amount',
  bankTransactionId: 'bankTransactionId',
} as const

async function importedBy(data: Line, run: ImportRun) {
  const payableTotal = payableIn(data)
  const kdvTotal = moneyOf(data.kdvTotal)
  const allowanceTotal = moneyOf(data.allowanceTotal)
  const net = sum([subtract(payableTotal, kdvTotal), allowanceTotal])
  const { timeZone, day, ledger } = await run.datedClaims(pastInvoice(data))
  return {
    type: 'InvoiceImported' as const,
    data: {
      invoiceId: data.id,
      ...pastContent(data, data.template?.title ?? '-'),
      invoiceNumber: data.number,
      serial: data.serial,
      invoiceType: data.invoiceType,
      exemptionCode: data.exemptionCode ?? null,
      channel: data.channel,
      environment: data.environment,
      integrator: data.integrator ?? null,
      customer: partyIn(data),
      personRef: personRefOf(run.vault, data.companyId, data.idNo),
      timeZone,
      day,
      paymentDate: data.transactionDate,
      amount: payableTotal,
      exchanges: checkedDecimal(data.exchanges ?? '0'),
      purity: decimalOrNull(data.purity),
      lines: data.lines.map(lineOf),
      totals: {
        linesTotal: data.linesTotal === undefined ? toMoney(net) : moneyOf(data.linesTotal),
        kdvTotal,
        allowanceTotal,
        payableTotal,
      },
      payment: noPayment,
      claims: { ledger, transaction: transactionClaimIn(data) },
    },
  }
}

const pastInvoice = onceFor(
  (data: Line): PastDocument => ({
    kind: 'invoice',
    ...pastClaims(data, payableIn(data)),
    numbered: null,
  }),
)

const payableIn = ({ amount, payableTotal }: Line): Decimal => moneyOf(payableTotal ?? amount)

const moneyOf = (value: string | number | undefined): Decimal =>
  toMoney(checkedDecimal(value ?? '0'))

const lineOf = (line: Static<typeof InvoiceLine>) => ({
  name: line.name,
  quantity: checkedDecimal(line.quantity),
  unitType: line.unitType,
  stockCode: line.stockCode ?? null,
  price: checkedDecimal(line.price),
  amount: moneyOf(line.amount),
  lineTotal: moneyOf(line.lineTotal),
  kdvPercent: checkedDecimal(line.kdvPercent ?? '0'),
  kdvTotal: moneyOf(line.kdvTotal),
  allowancePrice: moneyOf(line.allowancePrice),
  allowanceTotal: moneyOf(line.allowanceTotal),
  ozelMatrahTotal: moneyOf(line.ozelMatrahTotal),
  isExtra: line.isExtra ?? false,
  isDefault: line.isDefault ?? false,
  isLabor: line.isLabor ?? false,
})

const noPayment = {
  type: 'other' as const,
  bankName: null,
  iban: null,
  approvalCode: null,
  expenseNumber: null,
  note: null,
}

function amountFaults({ amount, payableTotal }: Line): readonly Detail[] {
  if (amount === undefined && payableTotal === undefined) return [schemaFault('amount', 'required')]
  if (amount === undefined || payableTotal === undefined) return []
  const isSame = compare(checkedDecimal(amount), checkedDecimal(payableTotal)) === 0
  return isSame ? [] : [schemaFault('payableTotal', 'enum')]
}
