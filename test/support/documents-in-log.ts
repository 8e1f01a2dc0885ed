import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { decoded } from './decoded.ts'

type DocumentEvent = ExpenseVoucherEvent | InvoiceEvent

export interface DocumentInLog {
  readonly kind: 'voucher' | 'invoice'
  readonly id: string
  readonly companyId: string
  readonly personRef: string
  readonly bankTransactionId: string | null
  /** When it was bought or sold, and for how much: what its claims are for. */
  readonly transactionDate: string
  readonly amount: string
  readonly claims: { readonly ledger: string | null; readonly transaction: string | null }
  readonly stage: 'open' | 'there' | 'over'
  /** What has changed its stage last. */
  readonly by: DocumentEvent['type']
}

/** What is not here changes nothing. */
const stageAfter: Partial<Record<DocumentEvent['type'], DocumentInLog['stage']>> = {
  FinalizationRequested: 'open',
  VoucherFinalized: 'there',
  DraftDeleted: 'over',
  VoucherAbandoned: 'over',
  SubmissionUnknown: 'open',
  InvoiceIssued: 'there',
  DraftKept: 'there',
  SubmissionRefused: 'over',
  RecordDeleted: 'over',
}

const resolvedAs = (event: DocumentEvent) =>
  event.type === 'OutcomeResolved' ? event.data.resolvedAs : undefined

/** Every voucher and invoice, by what the log alone says. */
export function documentsIn(events: readonly StoredEvent[]): readonly DocumentInLog[] {
  const documents = new Map<string, DocumentInLog>()
  const recorded = decoded<DocumentEvent>([expenseVoucherEvents, invoiceEvents], events)
  for (const { event, metadata } of recorded) {
    const id = 'voucherId' in event.data ? event.data.voucherId : event.data.invoiceId
    const known = documents.get(id)
    const kind = 'voucherId' in event.data ? 'voucher' : 'invoice'
    const { type: by } = event
    if (event.type === 'VoucherDrafted' || event.type === 'InvoiceRequested') {
      const { personRef, bankTransactionId, transactionDate, amount, claims } = event.data
      const about = { personRef, bankTransactionId, transactionDate, amount, claims }
      const stage = kind === 'voucher' ? 'there' : 'open'
      documents.set(id, { kind, id, companyId: metadata.companyId, ...about, stage, by })
    } else if (known !== undefined) {
      // A refused submission of an electronic voucher leaves its draft.
      const isDraftAgain = kind === 'voucher' && event.type.startsWith('Submission')
      const isGivenUp = kind === 'invoice' && resolvedAs(event) === 'neverArrived'
      const stage = isGivenUp ? 'over' : isDraftAgain ? undefined : stageAfter[event.type]
      if (stage !== undefined) documents.set(id, { ...known, stage, by })
    }
  }
  return [...documents.values()]
}

interface Owner {
  readonly vault: Pick<Vault, 'pseudonym'>
  readonly companyId: string
}

export function documentsAmong(events: readonly StoredEvent[], { vault, companyId }: Owner) {
  const all = documentsIn(events).filter((one) => one.companyId === companyId)
  const refOf = (idNo: string) => vault.pseudonym('person', companyId, idNo)
  return {
    all,
    of: (kind: DocumentInLog['kind'], idNo: string) => {
      const personRef = refOf(idNo)
      return all.filter(
        (one) => one.kind === kind && one.personRef === personRef && one.stage !== 'over',
      )
    },
  }
}
