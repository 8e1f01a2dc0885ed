import type { FastifyInstance } from 'fastify'
import { type HttpServer, httpServer } from '#kernel/platform/http/server.ts'
import {
  type ExpenseVoucherRoutes,
  expenseVoucherRoutes,
} from './modules/expense-vouchers/routes.ts'

export interface CommandService extends Omit<HttpServer, 'routes'> {
  readonly expenseVouchers: ExpenseVoucherRoutes
}

export const commandService = ({ expenseVouchers, ...server }: CommandService): FastifyInstance =>
  httpServer({ ...server, routes: expenseVoucherRoutes(expenseVouchers) })
