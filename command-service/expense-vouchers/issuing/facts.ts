import { findTransaction } from '#command/claims/bank-transactions.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import type { CustomerDirectory } from '#command/providers/customers/port.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import type { CompanySettingsEvent, TemplateEvent } from '#kernel/events/reference-data.ts'
import type { VoucherFacts, VoucherRequest } from '../voucher-draft.ts'

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
