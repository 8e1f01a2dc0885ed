import type {
  VoucherFacts,
  VoucherRequest,
} from '#command/modules/expense-vouchers/voucher-draft.ts'
import type { CustomerDirectory } from '#command/providers/customers/port.ts'
import type { Log } from '#command/store/log.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import {
  bankTransactionEvents,
  type CompanySettingsEvent,
  type TemplateEvent,
} from '#kernel/events/reference-data.ts'
import { recall } from '#kernel/platform/recording.ts'

/** What the company keeps with us, as it is now. */
export interface VoucherReferences {
  readonly timeZone: (companyId: string) => string
  readonly settings: (companyId: string) => CompanySettingsEvent['data'] | undefined
  readonly price: (companyId: string, material: string) => string | undefined
  /** The template of that key, or the company's default, that a voucher can be made from. */
  readonly expenseTemplate: (
    companyId: string,
    key: string | undefined,
  ) => TemplateEvent['data'] | undefined
}

export interface FactSources {
  readonly log: Log
  readonly references: VoucherReferences
  readonly customers: CustomerDirectory
}

/** Fetches what a voucher depends on; what the request names and is not there is not found. */
export async function gatherFacts(
  { log, references, customers }: FactSources,
  request: VoucherRequest,
  { companyId, now }: { companyId: string; now: number },
): Promise<VoucherFacts> {
  const template = references.expenseTemplate(companyId, request.templateKey)
  const [transaction, account] = await Promise.all([
    request.bankTransactionId === undefined
      ? undefined
      : findTransaction(log, companyId, request.bankTransactionId),
    customers.find(companyId, request.idNo),
  ])
  if (template === undefined && request.templateKey !== undefined) return notFound('template')
  return {
    now: new Date(now).toISOString(),
    settings: references.settings(companyId),
    template,
    price: template === undefined ? undefined : references.price(companyId, template.material),
    account,
    transaction,
  }
}

/** Each of its events carries the whole transaction, so the last one says all. */
export async function findTransaction(log: Log, companyId: string, transactionId: string) {
  const read = { direction: 'backwards', maxCount: 1 } as const
  const stored = await log.eventStore.readStream(`bankTransaction-${transactionId}`, read)
  const [last] = await recall(log.vault, () => bankTransactionEvents, stored)
  const isOurs = last?.metadata.companyId === companyId
  if (!isOurs || last.event.type !== 'BankTransactionRecorded') return notFound('bank transaction')
  return last.event.data
}
