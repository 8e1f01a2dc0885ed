import type { Route } from '#kernel/platform/http/route.ts'
import type { Foundation } from '../dependencies.ts'
import { customerRoutes } from './routes.ts'
import { formSubmission } from './submit.ts'

export const composeCustomers = (foundation: Foundation): readonly Route[] =>
  customerRoutes({ ...foundation, submission: formSubmission(foundation.log) })
