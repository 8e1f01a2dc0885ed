import { categoryOf } from '#kernel/events/category-of.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { type Decoder, decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { withLog } from '#test/support/with-log.ts'

type Stage = 'open' | 'there' | 'over'

export interface DocumentInLog {
  readonly kind: 'voucher' | 'invoice'
  readonly id: string
  readonly personRef: string
  readonly bankTransactionId: string | null
  readonly stage: Stage
}

const decoders = new Map<string, Decoder<ExpenseVoucherEvent | InvoiceEvent>>([
  ['expenseVoucher', expenseVoucherEvents],
  ['invoice', invoiceEvents],
])

/** What is not here changes nothing. */
const stageAfter: Partial<Record<(ExpenseVoucherEvent | InvoiceEvent)['type'], Stage>> = {
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

/** Every voucher and invoice of a company, by what the log alone says. */
export const documentsInLog = (system: SystemAddresses, companyId: string) =>
  withLog(system, async ({ eventStore, vault }) =>
    documentsAmong(await Array.fromAsync(eventStore.readLog(START_OF_LOG)), { vault, companyId }),
  )

interface Owner {
  readonly vault: Pick<Vault, 'pseudonym'>
  readonly companyId: string
}

export function documentsAmong(events: readonly StoredEvent[], { vault, companyId }: Owner) {
  const documents = new Map<string, DocumentInLog>()
  const recorded = decodeWithoutKeys((stream) => decoders.get(categoryOf(stream)), events)
  for (const { event, metadata } of recorded) {
    if (metadata.companyId !== companyId) continue
    const id = 'voucherId' in event.data ? event.data.voucherId : event.data.invoiceId
    const known = documents.get(id)
    const kind = 'voucherId' in event.data ? 'voucher' : 'invoice'
    if (event.type === 'VoucherDrafted' || event.type === 'InvoiceRequested') {
      const { personRef, bankTransactionId } = event.data
      const stage = kind === 'voucher' ? 'there' : 'open'
      documents.set(id, { kind, id, personRef, bankTransactionId, stage })
    } else if (known !== undefined) {
      // A refused submission of an electronic voucher leaves its draft.
      const isDraftAgain = kind === 'voucher' && event.type.startsWith('Submission')
      const stage = isDraftAgain ? undefined : stageAfter[event.type]
      documents.set(id, { ...known, stage: stage ?? known.stage })
    }
  }
  const refOf = (idNo: string) => vault.pseudonym('person', companyId, idNo)
  return {
    all: [...documents.values()],
    of: (kind: DocumentInLog['kind'], idNo: string) => {
      const personRef = refOf(idNo)
      return [...documents.values()].filter(
        (one) => one.kind === kind && one.personRef === personRef && one.stage !== 'over',
      )
    },
  }
}
