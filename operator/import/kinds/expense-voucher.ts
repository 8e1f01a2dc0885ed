import { Type } from 'typebox'
import { holdsNothing } from '#command/expense-vouchers/voucher.ts'
import { flag, instant, oneOf, recordId, text } from '#kernel/contract/fields.ts'
import { type Detail, schemaFault } from '#kernel/domain/detail.ts'
import { checkedDecimal, compare, divide, toMoney } from '#kernel/domain/money.ts'
import { keyHolder, personRefOf } from '#kernel/domain/person-name.ts'
import { printedForm } from '#kernel/domain/printed-form.ts'
import { unitNames } from '#kernel/domain/unit-name.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { Complete } from '../complete.ts'
import { decimalOrNull, derived, moneyOrZero, optional, rate, weight } from '../fields.ts'
import { type ImportRun, lineKind, type Target } from '../kind.ts'
import { onceFor, type PastDocument } from '../past-document.ts'
import { voucherIn } from './e-document-cancelled.ts'
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

const Voucher = Type.Object({
  ...pastFields,
  number: Type.Refine(
    Type.Union([Type.Number(), Type.String()], {
      description: 'a number of 1 to 15 digits, above 0',
    }),
    (value) => /^(?=.{1,15}$)0*[1-9][0-9]*$/.test(String(value)),
    () => 'format',
  ),
  amount: moneyOrZero(),
  state: derived(oneOf('sent'), '`sent` with a `uuid`; no value for paper'),
  documentMode: derived(oneOf('paper', 'electronic'), 'electronic with a `uuid`, else paper'),
  officialNumber: optional(text(50)),
  printDate: derived(instant(), 'the same as `transactionDate`'),
  quantity: derived(weight(), '1'),
  unitType: derived(oneOf('GRM', 'C62'), 'as `unitName` says; without one, `C62`'),
  unitName: derived(oneOf(...Object.values(unitNames)), 'as `unitType` says'),
  price: derived(moneyOrZero(), '`amount` divided by `quantity`'),
  exchanges: derived(rate(), '0: then no fine metal is reckoned, unless `purity` is given'),
  purity: optional(rate()),
  attribute: derived(text(), 'the template’s title, else a dash'),
  bankName: optional(text()),
  invoiceNo: optional(text()),
  isSwap: optional(flag()),
  sourceId: derived(recordId(), 'the same as `bankTransactionId`'),
})
type Line = Complete<typeof Voucher>
type Imported = Extract<ExpenseVoucherEvent, { type: 'VoucherImported' }>['data']

/** A voucher that another system issued. */
export const expenseVoucher = lineKind(expenseVoucherEvents)({
  kind: 'expenseVoucher',
  schema: Voucher,
  between: (data) => [...pastFaults(data), ...electronicFaults(data), ...quantityFaults(data)],
  target: (data): Target => ({
    ...pastTarget(pastVoucher(data)),
    unique: [
      ...uniqueOf('number', `${printedForm(data.serial)} ${numberIn(data)}`, null),
      ...uniqueOf('uuid', uuidOf(data), 'voucherUuid'),
      ...uniqueOf('officialNumber', data.officialNumber, 'officialNumber'),
      ...uniqueOf('bankTransactionId', transactionOf(data), null),
    ],
  }),
  sealedFor: ({ idNo }) => ({ purpose: 'fiscal', person: keyHolder(idNo) }),
  async event(data, previous, run) {
    const imported = await importedBy(data, run)
    if (previous === undefined || previous.type === 'VoucherAbandoned') return imported
    if (previous.type !== 'VoucherImported')
      throw new CommandError('id: is a voucher that was made here')
    const { timeZone, day, claims } = previous.data
    const now = { ...imported.data, timeZone, day, claims }
    await refuseOther<Imported>(previous.data, now, {
      fixed: unchangeable,
      isCancelled: async () => holdsNothing(await voucherIn(run, data.id)),
    })
    return { type: 'VoucherImported', data: now }
  },
})

const unchangeable = {
  serial: 'serial',
  number: 'number',
  personRef: 'idNo',
  uuid: 'uuid',
  officialNumber: 'officialNumber',
  transactionDate: 'transactionDate',
  amount: 'amount',
  bankTransactionId: 'bankTransactionId',
} as const

async function importedBy(data: Line, run: ImportRun) {
  const isElectronic = data.uuid !== undefined
  const quantity = checkedDecimal(data.quantity ?? '1')
  const amount = toMoney(checkedDecimal(data.amount))
  const attribute = data.attribute ?? data.template?.title ?? '-'
  const { timeZone, day, ledger } = await run.datedClaims(pastVoucher(data))
  return {
    type: 'VoucherImported' as const,
    data: {
      voucherId: data.id,
      ...pastContent(data, attribute),
      documentMode: isElectronic ? ('electronic' as const) : ('paper' as const),
      environment: isElectronic ? data.environment : null,
      seller: partyIn(data),
      personRef: personRefOf(run.vault, data.companyId, data.idNo),
      timeZone,
      day,
      serial: data.serial,
      number: numberIn(data),
      amount,
      exchanges: checkedDecimal(data.exchanges ?? '0'),
      purity: decimalOrNull(data.purity),
      price: toMoney(
        data.price === undefined ? divide(amount, quantity, 2) : checkedDecimal(data.price),
      ),
      quantity,
      unitType:
        data.unitType ?? (data.unitName === unitNames.GRM ? ('GRM' as const) : ('C62' as const)),
      attribute,
      bankName: data.bankName ?? null,
      invoiceNo: data.invoiceNo ?? null,
      isSwap: data.isSwap ?? null,
      claims: { ledger, transaction: transactionClaimIn(data) },
      printDate: data.printDate ?? data.transactionDate,
      officialNumber: data.officialNumber ?? null,
    },
  }
}

const numberIn = (data: Pick<Line, 'number'>) => BigInt(data.number).toString()

const pastVoucher = onceFor(
  (data: Line): PastDocument => ({
    kind: 'expenseVoucher',
    ...pastClaims(data, data.amount),
    numbered: { serial: data.serial, number: numberIn(data) },
  }),
)

function electronicFaults(data: Line): readonly Detail[] {
  if (data.uuid !== undefined)
    return data.documentMode === 'paper' ? [schemaFault('documentMode', 'enum')] : []
  const isElectronic =
    data.state !== undefined ||
    data.documentMode === 'electronic' ||
    data.officialNumber !== undefined
  return isElectronic ? [schemaFault('uuid', 'required')] : []
}

function quantityFaults({ quantity }: Line): readonly Detail[] {
  return quantity !== undefined && compare(checkedDecimal(quantity), '0') === 0
    ? [schemaFault('quantity', 'minimum')]
    : []
}
