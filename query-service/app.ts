import type { FastifyInstance } from 'fastify'
import type { Route } from '#kernel/platform/http/route.ts'
import { type HttpServer, httpServer } from '#kernel/platform/http/server.ts'
import { bankAccountRoutes } from './bank-accounts.ts'
import { bankTransactionRoutes } from './bank-transactions/bank-transactions.ts'
import { customerEventRoutes } from './customer-events.ts'
import { customerFormRoutes } from './customer-forms.ts'
import { customerRoutes } from './customers/customers.ts'
import { documentation, serveReference } from './documentation.ts'
import { eventSchemas } from './event-schemas.ts'
import { expenseVoucherRoutes } from './expense-vouchers.ts'
import { serveFrontPage } from './front-page.ts'
import { serveGuideSite } from './guide-site.ts'
import { idvSessionRoutes } from './idv-sessions.ts'
import { invoiceRoutes } from './invoices.ts'
import { kmtsVerificationRoutes } from './kmts-verifications.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { sanctionCheckRoutes } from './sanction-checks/sanction-checks.ts'
import { templateRoutes } from './templates.ts'

interface QueryService extends Omit<HttpServer, 'routes' | 'pages'> {
  readonly rowsOf: RowsOf
  /** The file that fills in the pages at `/docs`; null: nothing is filled in. */
  readonly docsExamples: string | null
}

/** Every route of the service. */
export const queryRoutes = (rowsOf: RowsOf): readonly Route[] => [
  ...expenseVoucherRoutes(rowsOf),
  ...invoiceRoutes(rowsOf),
  ...templateRoutes(rowsOf),
  ...kmtsVerificationRoutes(rowsOf),
  ...customerRoutes(rowsOf),
  ...customerEventRoutes(rowsOf),
  ...customerFormRoutes(rowsOf),
  ...idvSessionRoutes(rowsOf),
  ...sanctionCheckRoutes(rowsOf),
  ...bankAccountRoutes(rowsOf),
  ...bankTransactionRoutes(rowsOf),
]

export function queryService({ rowsOf, docsExamples, ...server }: QueryService): FastifyInstance {
  const app = httpServer({
    ...server,
    routes: queryRoutes(rowsOf),
    pages: [...documentation(docsExamples), ...eventSchemas()],
  })
  serveReference(app)
  serveGuideSite(app)
  serveFrontPage(app)
  return app
}
