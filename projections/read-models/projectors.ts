import { categoryOf } from '#kernel/platform/recording.ts'
import type { Projector } from '#projections/runtime/projector.ts'
import { bankAccountProjector, bankQueryProjector } from './bank-accounts/projector.ts'
import { bankTransactionProjector } from './bank-transactions/projector.ts'
import { companyProjectors } from './companies/projectors.ts'
import { customerEventProjector } from './customer-events/projector.ts'
import { customerFormProjectors } from './customer-forms/projectors.ts'
import { customerProjector } from './customers/projector.ts'
import { expenseVoucherProjector } from './expense-vouchers/projector.ts'
import { idvSessionProjector } from './idv-sessions/projector.ts'
import { invoiceProjector } from './invoices/projector.ts'
import { kmtsVerificationProjector } from './kmts-verifications/projector.ts'
import { sanctionCheckProjector } from './sanction-checks/projector.ts'
import { templateProjector } from './templates/projector.ts'

const projectors: ReadonlyMap<string, Projector> = new Map(
  [
    ...companyProjectors,
    templateProjector,
    bankAccountProjector,
    bankQueryProjector,
    customerProjector,
    ...customerFormProjectors,
    customerEventProjector,
    idvSessionProjector,
    bankTransactionProjector,
    expenseVoucherProjector,
    invoiceProjector,
    sanctionCheckProjector,
    kmtsVerificationProjector,
  ].map((each) => [each.category, each]),
)

/** What makes changes of a stream's events; undefined where no table shows them. */
export const projectorOf = (stream: string) => projectors.get(categoryOf(stream))
