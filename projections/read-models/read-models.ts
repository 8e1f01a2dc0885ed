import { READ_MODEL } from '#kernel/records/read-model.ts'
import { defineProjection } from '#projections/runtime/definition.ts'
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
import { personProjector } from './people/projector.ts'
import { createReadModel } from './read-model.ts'
import { sanctionCheckProjector } from './sanction-checks/projector.ts'
import { templateProjector } from './templates/projector.ts'

export const projectors = [
  ...companyProjectors,
  templateProjector,
  bankAccountProjector,
  bankQueryProjector,
  customerProjector,
  ...customerFormProjectors,
  customerEventProjector,
  idvSessionProjector,
  personProjector,
  bankTransactionProjector,
  expenseVoucherProjector,
  invoiceProjector,
  sanctionCheckProjector,
  kmtsVerificationProjector,
]

/** All tables that queries read, as one projection. */
export const readModels = defineProjection({
  name: READ_MODEL,
  createModel: createReadModel,
  projectors,
})
