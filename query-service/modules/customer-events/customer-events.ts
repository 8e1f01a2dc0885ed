import type { ExpressionBuilder } from 'kysely'
import type {
  listRegisterEvents,
  REGISTER_EVENT_SORT_FIELDS,
} from '#kernel/contract/compliance-events.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { CompanyRows, CompanyTables } from '#query/reading/company-rows.ts'
import { filter, updatedSince } from '#query/reading/filters.ts'
import { listingOf } from '#query/reading/listing.ts'
import { pageOf } from '#query/reading/page.ts'

type Query = Input<typeof listRegisterEvents>['query']
type RegisterEvent = ExpressionBuilder<CompanyTables, 'customer_event'>

const columns: Readonly<Record<(typeof REGISTER_EVENT_SORT_FIELDS)[number], string>> = {
  eventDate: 'event_date',
  updatedAt: 'updated_at',
}

export const registerEventsPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    all: rows.selectFrom('customer_event').selectAll(),
    matching: (all) => all.where((row) => row.and(asked(row, query))),
    ...listingOf(columns, query),
  })

export const findRegisterEvent = (rows: CompanyRows, id: string) =>
  rows.selectFrom('customer_event').selectAll().where('id', '=', id).executeTakeFirst()

/** The account that the event names; where it names none, the one of its identity number. */
export const customerOf = (
  rows: CompanyRows,
  event: { readonly customer_id: string | null; readonly id_no: string | null },
) =>
  rows
    .selectFrom('customer')
    .select(['id', 'id_no', 'id_type', 'id_card_type', 'name_surname', 'record_level'])
    .select(['is_verify', 'is_valid'])
    .where((row) => row.or([row('id', '=', event.customer_id), row('id_no', '=', event.id_no)]))
    .orderBy((row) => row('id', '=', event.customer_id ?? ''), 'desc')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const asked = (row: RegisterEvent, query: Query) => [
  ...filter(query['filter[idNo]'], (value) => row('id_no', '=', value)),
  ...filter(query['filter[recordLevel]'], (value) => row('record_level', '=', value)),
  ...filter(query['filter[startDate]'], (date) => row('event_date', '>=', new Date(date))),
  ...filter(query['filter[endDate]'], (date) => row('event_date', '<=', new Date(date))),
  ...filter(query['filter[updatedSince]'], updatedSince),
]
