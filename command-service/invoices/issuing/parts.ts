import type { Logger } from 'pino'
import type { Log } from '#command/event-sourcing/log.ts'
import type { CustomerDirectory } from '#command/providers/customers/port.ts'
import type { Call, IntegratorAccount } from '#command/providers/integrator/port.ts'
import type { InvoiceIntegrator } from '#command/providers/invoice-integrator/port.ts'
import type { TaxpayerRegistry } from '#command/providers/taxpayer-registry/port.ts'
import type {
  CompanyEvent,
  CompanySettingsEvent,
  TemplateEvent,
} from '#kernel/events/reference-data.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { InvoiceContent, RequestedInvoice } from '../invoice-state.ts'
import type { InvoiceRepositories } from './repositories.ts'

/** What the company keeps with us, as it is now. */
export interface InvoiceReferences {
  readonly company: (companyId: string) => CompanyEvent['data'] | undefined
  readonly timeZone: (companyId: string) => string
  readonly settings: (companyId: string) => CompanySettingsEvent['data'] | undefined
  readonly price: (companyId: string, material: string) => string | undefined
  /** The template of that key, or the company's default, that an invoice can be made from. */
  readonly invoiceTemplate: (
    companyId: string,
    key: string | undefined,
  ) => TemplateEvent['data'] | undefined
  readonly integratorAccount: (companyId: string) => IntegratorAccount | undefined
}

export interface InvoiceParts {
  readonly log: Log
  readonly repositories: InvoiceRepositories
  readonly references: InvoiceReferences
  readonly customers: CustomerDirectory
  readonly taxpayers: TaxpayerRegistry
  readonly integrator: InvoiceIntegrator
  readonly deadlineMs: number
  /** Aborted at the end of the process: calls that are still open end as unknown. */
  readonly closing: AbortSignal
  readonly logger: Logger
}

/** What it takes to learn what became of an invoice, and to act on it. */
export type SettlingParts = Pick<
  InvoiceParts,
  'log' | 'repositories' | 'integrator' | 'closing'
> & {
  readonly references: Pick<
    InvoiceReferences,
    'company' | 'timeZone' | 'settings' | 'integratorAccount'
  >
}

/** An invoice as its stream has it. */
export interface Loaded {
  readonly invoice: RequestedInvoice
  readonly position: LogPosition
}

export const nowOf = ({ log }: Pick<InvoiceParts, 'log'>): string =>
  new Date(log.now()).toISOString()

/** Where a company's documents are official now; an invoice keeps what it was requested with. */
export const environmentOf = (
  { references }: Pick<InvoiceParts, 'references'>,
  companyId: string,
): InvoiceContent['environment'] => references.settings(companyId)?.eDocument?.environment ?? 'test'

export const callOf = (
  { references, closing }: Pick<SettlingParts, 'references' | 'closing'>,
  { environment }: Pick<InvoiceContent, 'environment'>,
  { companyId, requestId }: { companyId: string; requestId: string },
): Call => ({
  account: references.integratorAccount(companyId),
  environment,
  requestId,
  signal: closing,
})

/** Where the customer gets the invoice. */
export const emailOf = ({ customer }: InvoiceContent): string | null =>
  'mail' in customer ? customer.mail : null
