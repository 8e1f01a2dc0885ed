import { categoryOf } from '#kernel/events/category-of.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import { callFaults } from './calls-in-log.ts'
import { callsOfAll, findBooked } from './sellers.ts'
import type { SystemAddresses } from './system.ts'

/** One invoice, or draft of one, as the log has it. */
export interface LoggedInvoice {
  readonly id: string
  readonly uuid: string
  readonly companyId: string
  readonly isDraft: boolean
  readonly transactionId: string | null
  /** Of its submission: it is on record before the call, and there is one at most. */
  readonly attempts: string[]
  /** The official number, once it is issued. */
  number: string | null
  /** Refused, deleted, or taken for never arrived. */
  isOver: boolean
}

/** Every invoice in the log, by uuid; it shares nothing with the product but its events. */
export async function invoicesInLog(
  eventStore: EventStore,
): Promise<ReadonlyMap<string, LoggedInvoice>> {
  const byId = new Map<string, LoggedInvoice>()
  const decoderOf = (stream: string) =>
    categoryOf(stream) === 'invoice' ? invoiceEvents : undefined
  for await (const stored of eventStore.readLog(START_OF_LOG)) {
    const [recorded] = decodeWithoutKeys(decoderOf, [stored])
    if (recorded === undefined) continue
    const { event, metadata } = recorded
    if (event.type === 'InvoiceRequested') {
      const { invoiceId: id, uuid, isDraft, bankTransactionId: transactionId } = event.data
      const { companyId } = metadata
      const open = { attempts: [], number: null, isOver: false }
      byId.set(id, { id, uuid, companyId, isDraft, transactionId, ...open })
    }
    const invoice = byId.get(event.data.invoiceId)
    if (invoice === undefined) continue
    if (event.type === 'SubmissionStarted') invoice.attempts.push(event.data.attemptId)
    if (event.type === 'InvoiceIssued') invoice.number = event.data.invoiceNumber
    if (event.type === 'SubmissionRefused' || event.type === 'DraftDeleted') invoice.isOver = true
  }
  return new Map([...byId.values()].map((invoice) => [invoice.uuid, invoice]))
}

/** Issued, refused, or a draft that is kept or gone: there is nothing to find out any more. */
const isOpen = ({ isDraft, number, isOver }: LoggedInvoice) =>
  !isDraft && number === null && !isOver

/** Where the log and the integrator's books say different things. Empty when they agree. */
export async function invoiceBookFaults(
  system: SystemAddresses,
  invoices: ReadonlyMap<string, LoggedInvoice>,
): Promise<string[]> {
  const calls = await callsOfAll(system, ['invoice.submit', 'invoice.draft'])
  const begun = [...invoices.values()].flatMap(({ uuid, isDraft, attempts }) =>
    attempts.map((requestId) => ({
      operation: isDraft ? 'invoice.draft' : 'invoice.submit',
      uuid,
      requestId,
    })),
  )
  const faults = [...callFaults(calls, begun)]
  for (const invoice of invoices.values()) {
    const { uuid, number, isDraft, attempts } = invoice
    if (attempts.length > 1) faults.push(`${uuid} was begun twice`)
    const booked = await findBooked(system, uuid)
    const official = booked?.state === 'accepted' ? booked.number : null
    const isKnown = official === number || (number === null && isOpen(invoice))
    if (!isKnown) faults.push(`${uuid} is ${official} there, and here ${number}`)
    if ((booked?.submissions ?? 0) > (isDraft ? 0 : 1)) faults.push(`${uuid} was submitted twice`)
  }
  return faults
}
