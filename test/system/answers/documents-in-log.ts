import { categoryOf } from '#kernel/events/category-of.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { type Decoder, decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { withLog } from '#test/support/with-log.ts'

type Stage = 'open' | 'there' | 'over'

export interface DocumentInLog {
  readonly kind: 'voucher' | 'invoice'
  readonly id: string
  readonly personRef: string
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
export function documentsInLog(system: SystemAddresses, companyId: string) {
  return withLog(system, async ({ eventStore, vault }) => {
    const documents = new Map<string, DocumentInLog>()
    for await (const stored of eventStore.readLog(START_OF_LOG)) {
      const [recorded] = decodeWithoutKeys((stream) => decoders.get(categoryOf(stream)), [stored])
      if (recorded?.metadata.companyId !== companyId) continue
      const { event } = recorded
      const id = 'voucherId' in event.data ? event.data.voucherId : event.data.invoiceId
      const known = documents.get(id)
      const kind = 'voucherId' in event.data ? 'voucher' : 'invoice'
      if (event.type === 'VoucherDrafted' || event.type === 'InvoiceRequested') {
        const stage = kind === 'voucher' ? 'there' : 'open'
        documents.set(id, { kind, id, personRef: event.data.personRef, stage })
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
  })
}
