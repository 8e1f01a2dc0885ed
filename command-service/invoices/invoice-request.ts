import type { Static } from 'typebox'
import type { InvoiceContent } from '#kernel/contract/invoices.ts'
import type { BankTransactionEvent } from '#kernel/events/reference-data.ts'

export type InvoiceRequest = Static<typeof InvoiceContent>

/** The bank transaction that an invoice is made from. */
export type InvoiceTransaction = Extract<
  BankTransactionEvent,
  { type: 'BankTransactionRecorded' }
>['data']
