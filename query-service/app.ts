import type { FastifyInstance } from 'fastify'
import type { Route } from '#kernel/platform/http/route.ts'
import { type HttpServer, httpServer } from '#kernel/platform/http/server.ts'
import { bankAccountRoutes } from './bank-accounts/routes.ts'
import { bankTransactionRoutes } from './bank-transactions/routes.ts'
import { customerEventRoutes } from './customer-events/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { documentation } from './documentation.ts'
import { expenseRoutes } from './expenses/routes.ts'
import { invoiceVariableRoutes } from './invoice-variables/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { kmtsRoutes } from './kmts/routes.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { sanctionCheckRoutes } from './sanction-checks/routes.ts'
import { verificationRoutes } from './verifications/routes.ts'

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
