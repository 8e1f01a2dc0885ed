import { customerRoutes } from '#command/modules/customers/routes.ts'
import { customerForms } from '#command/processes/customer-forms/submitting.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import type { Foundation } from './foundation.ts'

export const composeCustomers = (foundation: Foundation): readonly Route[] =>
  customerRoutes({ ...foundation, forms: customerForms(foundation.log) })
