import { readIdvSession, readVerification } from '#kernel/contract/verifications.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { verification } from '#kernel/responses/customer-forms.ts'
import { idvSession } from '#kernel/responses/idv-sessions.ts'
import type { CompanyRows, RowsOf } from '../listing/company-rows.ts'

export const verificationRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(readVerification, async ({ params, context }) => {
    const form = await findForm(rowsOf(context.caller), params.id)
    return form === undefined ? notFound('identification form') : { data: verification(form) }
  }),
  route(readIdvSession, async ({ params, context }) => {
    const session = await findSession(rowsOf(context.caller), params.id)
    return session === undefined ? notFound('verification session') : { data: idvSession(session) }
  }),
]

const findForm = (rows: CompanyRows, id: string) =>
  rows
    .selectFrom('customer_form')
    .selectAll()
    .where('id', '=', id)
    .where('visible', '=', true)
    .where('deleted', '=', false)
    .executeTakeFirst()

const findSession = (rows: CompanyRows, id: string) =>
  rows.selectFrom('idv_session').selectAll().where('id', '=', id).executeTakeFirst()
