import type { Static } from 'typebox'
import { readAgain } from '#command/providers/bank-gateway/booking.ts'
import type { BookingSource, GatewayTransaction } from '#command/providers/bank-gateway/port.ts'
import { checkObject } from '#kernel/contract/validation.ts'
import { checkedDecimal } from '#kernel/domain/money.ts'
import { parseStrictJson } from '#kernel/domain/strict-json.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { printable } from '#kernel/platform/cli/printable.ts'
import { decimalOrNull } from '../import/fields.ts'
import { BankTransaction, bankTransaction } from '../import/kinds/bank-transaction.ts'
import { wordsFor } from '../import/wording.ts'

/** Fields of an import line, as a person gives them. */
export type Corrections = Readonly<Record<string, unknown>>

interface Given {
  readonly stamp?: string | undefined
  readonly incoming?: string | undefined
  readonly transactionDate?: string | undefined
  readonly amount?: string | undefined
  readonly currency?: string | undefined
  /** An object with any fields; an option takes precedence. */
  readonly json?: string | undefined
}

export function correctionsIn({ json, ...options }: Given): Corrections {
  const { stamp, incoming, transactionDate, amount, currency } = options
  const given = { stamp, incoming: flagIn(incoming), transactionDate, amount, currency }
  const named = Object.entries(given).filter(([, value]) => value !== undefined)
  const corrections = { ...objectIn(json), ...Object.fromEntries(named) }
  const fixed = FIXED.find((field) => Object.hasOwn(corrections, field))
  if (fixed === undefined) return corrections
  throw new CommandError(`${fixed}: cannot be given, because it follows from the booking`)
}

const FIXED = ['companyId', 'accountId', 'id', 'status'] as const

const flagIn = (given: string | undefined) =>
  given === 'true' || given === 'false' ? given === 'true' : given

function objectIn(json: string | undefined): object {
  if (json === undefined) return {}
  const value = parsed(json)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new CommandError('--json must be one JSON object, with every key once.')
}

function parsed(json: string): unknown {
  try {
    return parseStrictJson(json)
  } catch {
    return undefined
  }
}

/** What can be read of the booking, with the corrections; checked as a line of the import is. */
export function correctedTransaction(
  source: BookingSource | null,
  corrections: Corrections,
): GatewayTransaction {
  const data = { ...readableFields(source), ...corrections }
  const checked = checkObject(BankTransaction, data)
  const faults = checked.faults ?? bankTransaction.check(data).faults
  if (checked.faults === undefined && faults === undefined) return transactionOf(checked.value)
  const lines = (faults ?? []).map(
    (fault) => `${printable(fault.field)}: ${wordsFor(bankTransaction, fault)}`,
  )
  throw new CommandError(lines.join('\n'))
}

function readableFields(source: BookingSource | null): object {
  if (source === null) return {}
  const booking = readAgain(source)
  const fields = booking.kind === 'read' ? booking.transaction : booking.fields
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

const transactionOf = (value: Static<typeof BankTransaction>): GatewayTransaction => ({
  stamp: value.stamp,
  incoming: value.incoming,
  transactionDate: value.transactionDate,
  amount: checkedDecimal(value.amount),
  currency: value.currency.toUpperCase(),
  exchangeRate: decimalOrNull(value.exchangeRate),
  balance: decimalOrNull(value.balance),
  bankCode: value.bankCode ?? null,
  code: value.code ?? null,
  idNo: value.idNo ?? null,
  nameSurname: value.nameSurname ?? null,
  iban: value.iban ?? null,
  description: value.description ?? null,
  comment: value.comment ?? null,
  fundsNature: value.fundsNature ?? null,
})
