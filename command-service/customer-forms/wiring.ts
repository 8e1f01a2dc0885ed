import type { Route } from '#kernel/platform/http/route.ts'
import type { Foundation } from '../dependencies.ts'
import { customerRoutes } from './routes.ts'
import { customerForms } from './submitting.ts'

export const composeCustomers = (foundation: Foundation): readonly Route[] =>
  customerRoutes({ ...foundation, forms: customerForms(foundation.log) })
