import type { detailEndpoint, listEndpoint } from '#kernel/contract/reading.ts'
import type { Thing } from '#kernel/domain/messages/message.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { type RecordOf, type Sections } from '#kernel/records/record.ts'
import { detail } from '#kernel/records/response.ts'
import type { RowsOf } from './company-rows.ts'
import { findIn } from './find.ts'
import { listOf } from './list.ts'

/** Serves a record's list. */
export const listRoute = <S extends Sections, C extends object>(
  endpoint: ReturnType<typeof listEndpoint>,
  record: RecordOf<S, C>,
  rowsOf: RowsOf,
): Route => route(endpoint, ({ query, context }) => listOf(record, rowsOf(context.caller), query))

/** Serves one record; `noun` names it in the message of a 404. */
export const detailRoute = <S extends Sections, C extends object>(
  endpoint: ReturnType<typeof detailEndpoint>,
  record: RecordOf<S, C>,
  { rowsOf, noun }: { readonly rowsOf: RowsOf; readonly noun: Thing },
): Route =>
  route(endpoint, async ({ params, context }) => {
    const row = await findIn(record, rowsOf(context.caller), params.id)
    return row === undefined ? notFound(noun) : { data: detail(record, row) }
  })
