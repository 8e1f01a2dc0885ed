import type { FastifyInstance } from 'fastify'
import type { Route } from '#kernel/platform/http/route.ts'
import { type HttpServer, httpServer } from '#kernel/platform/http/server.ts'
import { documentation } from './documentation.ts'
import { bankAccountRoutes } from './modules/bank-accounts/routes.ts'
import { bankTransactionRoutes } from './modules/bank-transactions/routes.ts'
import { customerEventRoutes } from './modules/customer-events/routes.ts'
import { customerRoutes } from './modules/customers/routes.ts'
import { expenseRoutes } from './modules/expenses/routes.ts'
import { invoiceVariableRoutes } from './modules/invoice-variables/routes.ts'
import { invoiceRoutes } from './modules/invoices/routes.ts'
import { kmtsRoutes } from './modules/kmts/routes.ts'
import { sanctionCheckRoutes } from './modules/sanction-checks/routes.ts'
import { verificationRoutes } from './modules/verifications/routes.ts'
import type { RowsOf } from './reading/company-rows.ts'

interface QueryService extends Omit<HttpServer, 'routes' | 'pages'> {
  readonly rowsOf: RowsOf
}

/** All that the service answers, for whoever asks. */
export const queryRoutes = (rowsOf: RowsOf): readonly Route[] => [
  ...expenseRoutes(rowsOf),
  ...invoiceRoutes(rowsOf),
  ...invoiceVariableRoutes(rowsOf),
  ...kmtsRoutes(rowsOf),
  ...customerRoutes(rowsOf),
  ...customerEventRoutes(rowsOf),
  ...verificationRoutes(rowsOf),
  ...sanctionCheckRoutes(rowsOf),
  ...bankAccountRoutes(rowsOf),
  ...bankTransactionRoutes(rowsOf),
]

export const queryService = ({ rowsOf, ...server }: QueryService): FastifyInstance =>
  httpServer({ ...server, routes: queryRoutes(rowsOf), pages: documentation() })
