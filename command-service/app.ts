import type { FastifyInstance } from 'fastify'
import { type HttpServer, httpServer } from '#kernel/platform/http/server.ts'
import { type CustomerRoutes, customerRoutes } from './modules/customers/routes.ts'
import {
  type ExpenseVoucherRoutes,
  expenseVoucherRoutes,
} from './modules/expense-vouchers/routes.ts'

export interface CommandService extends Omit<HttpServer, 'routes'> {
  readonly customers: CustomerRoutes
  readonly expenseVouchers: ExpenseVoucherRoutes
}

export const commandService = ({
  customers,
  expenseVouchers,
  ...server
}: CommandService): FastifyInstance =>
  httpServer({
    ...server,
    routes: [...customerRoutes(customers), ...expenseVoucherRoutes(expenseVouchers)],
  })
