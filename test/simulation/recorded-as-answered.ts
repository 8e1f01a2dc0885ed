import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { VoucherStep } from '#command/expense-vouchers/recovery.ts'
import type { InvoiceStep } from '#command/invoices/recovery.ts'
import { personFormsEvents } from '#kernel/events/customer-form.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { decoded } from '#test/support/decoded.ts'
import type { Answered } from './faults-in-log.ts'
import { type Kind, wantedBy } from './wanted.ts'

/** The members of an answer that the log says, too. */
const Said = Type.Object({
  id: Type.Optional(Type.String()),
  uuid: Type.Optional(Type.String()),
  number: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  invoiceNumber: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  outcome: Type.Optional(Type.String()),
  summary: Type.Optional(Type.Object({ masakCount: Type.Integer() })),
})

/** Who was answered that a record was created was answered what the log says of it. */
export function untrueRecords(
  answered: readonly Answered[],
  events: readonly StoredEvent[],
): readonly string[] {
  const says = sayingsOf(events)
  return answered.flatMap(({ client, created }) =>
    created === undefined
      ? []
      : says(wantedBy(client).kind, created).map(
          (what) => `client ${client.place} heard that ${what}`,
        ),
  )
}

/** What is not as the log says it, in an answer that a record of that kind was created. */
export function sayingsOf(events: readonly StoredEvent[]) {
  const recorded = factsIn(events)
  return (kind: Kind, answer: unknown): readonly string[] => {
    if (!Value.Check(Said, answer)) return [`a ${kind} is ${JSON.stringify(answer)}`]
    const id = answer.id ?? answer.uuid
    const fact = recorded.get(`${kind} ${id}`)
    if (fact === undefined) return [`${kind} ${id} is there, and the log has none`]
    const said =
      answer.number ?? answer.invoiceNumber ?? answer.outcome ?? answer.summary?.masakCount
    // An answer need not say all that was recorded since.
    return said === undefined || said === fact
      ? []
      : [`${kind} ${id} is ${said}, and the log says ${fact}`]
  }
}

type Fact = string | number | null

/** What the log says last of each record, by its kind and id; of an invoice, its uuid. */
function factsIn(events: readonly StoredEvent[]): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>()
  const families = [expenseVoucherEvents, invoiceEvents]
  for (const { event } of decoded<VoucherStep | InvoiceStep>(families, events)) {
    if (event.type === 'VoucherDrafted') facts.set(`voucher ${event.data.voucherId}`, null)
    if (event.type === 'VoucherFinalized')
      facts.set(`voucher ${event.data.voucherId}`, event.data.number)
    if (event.type === 'InvoiceRequested') facts.set(`invoice ${event.data.uuid}`, null)
    if (event.type === 'InvoiceIssued')
      facts.set(`invoice ${event.data.uuid}`, event.data.invoiceNumber)
  }
  for (const { event } of decoded([personFormsEvents], events))
    facts.set(`form ${event.data.formId}`, null)
  for (const { event } of decoded([sanctionCheckEvents], events))
    facts.set(`check ${event.data.checkId}`, event.data.masakCount)
  for (const { event } of decoded([kmtsVerificationEvents], events))
    if (event.type === 'KmtsChecked')
      facts.set(`label ${event.data.verificationId}`, event.data.outcome)
  return facts
}
