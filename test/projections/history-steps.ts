import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import type { Dealer } from './dealer.ts'
import type { HistoryInvoice } from './history-documents.ts'

/** Those that histories happen in. */
export const companies = [0, 2].map((company) => `c0${company}`.padEnd(24, '0'))

/** As records have them: 24 hexadecimal digits. */
export const recordId = (name: string) =>
  createHash('sha256').update(name).digest('hex').slice(0, 24)

const reference = ['customer', 'template', 'account', 'accountQueried', 'somethingElse'] as const
export const aboutVouchers = [
  'draft',
  'draftFromTransaction',
  'draftFromTransaction',
  'electronicSteps',
  'electronicSteps',
  'electronicSteps',
  'requestFinalization',
  'finalize',
  'delete',
  'delete',
  'abandon',
  'neverCreated',
] as const

export const aboutInvoices = [
  'invoice',
  'invoiceFromTransaction',
  'goOnWithInvoice',
  'goOnWithInvoice',
] as const

export const anyStep = fc.record({
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...reference) },
    { weight: 3, arbitrary: fc.constant('transaction' as const) },
    { weight: 2, arbitrary: fc.constant('check' as const) },
    { weight: 7, arbitrary: fc.constantFrom(...aboutVouchers) },
    { weight: 5, arbitrary: fc.constantFrom(...aboutInvoices) },
    { weight: 1, arbitrary: fc.constant('kmts' as const) },
    { weight: 2, arbitrary: fc.constant('form' as const) },
  ),
  /** Which one of those that are there. */
  pick: fc.nat(20),
  variant: fc.nat(3),
  /** The writer's clock in microseconds: it may stand still and go back. */
  clock: fc.nat(30),
})

export type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never
export type Script = readonly Step[]

export interface HistoryVoucher {
  readonly id: string
  readonly transactionId: string | undefined
  readonly isElectronic: boolean
  stage: 'draft' | 'finalizing' | 'finalized' | 'cancelled' | 'givenUp'
}

/** Where histories are written. */
export type HistoryLog = Pick<Dealer, 'append' | 'write'>

export interface Writer {
  readonly dealer: HistoryLog
  readonly name: string
  readonly companyId: string
  readonly transactions: string[]
  readonly vouchers: HistoryVoucher[]
  readonly invoices: HistoryInvoice[]
  /** Of the queries at the register, those that have no answer yet. */
  readonly pending: Set<string>
  readonly forms: Map<string, 'submitted' | 'takenUp'>
}

const over: ReadonlySet<string> = new Set(['givenUp', 'ended', 'cancelled'])

/** A transaction has at most one live document. */
export const freeTransactions = ({ transactions, vouchers, invoices }: Writer) =>
  transactions.filter((id) =>
    [...vouchers, ...invoices].every(
      ({ transactionId, stage }) => transactionId !== id || over.has(stage),
    ),
  )
