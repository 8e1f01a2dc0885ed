import { pendingFormsIn } from '#command/providers/shown-records/pending-forms.ts'
import { shownRecordsIn } from '#command/providers/shown-records/read-model.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import { customerRoutes } from './routes.ts'
import { formSubmission } from './submit.ts'

export const composeCustomers = (dependencies: ServiceDependencies): readonly Route[] =>
  customerRoutes({
    ...dependencies,
    submission: formSubmission(dependencies.log, pendingFormsIn(dependencies.readModels)),
    records: shownRecordsIn(dependencies.readModels, 'customer_form'),
  })
