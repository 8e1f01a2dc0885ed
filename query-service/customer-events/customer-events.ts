import type {
  listRegisterEvents,
  REGISTER_EVENT_SORT_FIELDS,
} from '#kernel/contract/compliance-events.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import { narrowCustomer } from '#kernel/records/customers.ts'
import type { CompanyRows } from '../listing/company-rows.ts'
import { between, columnsOf, ofCell, ofRow, updatedSince } from '../listing/conditions.ts'
import { listingOf } from '../listing/listing.ts'
import { pageOf } from '../listing/page.ts'

type Query = Input<typeof listRegisterEvents>['query']

const columns: Readonly<Record<(typeof REGISTER_EVENT_SORT_FIELDS)[number], string>> = {
  eventDate: 'event_date',
  updatedAt: 'updated_at',
}

export const registerEventsPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    rows,
    table: 'customer_event',
    date: { column: 'event_date', kept: 'instant' },
    all: rows.selectFrom('customer_event').selectAll(),
    asked: asked(query),
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
    .select(narrowCustomer.columns)
    .where((row) => row.or([row('id', '=', event.customer_id), row('id_no', '=', event.id_no)]))
    .orderBy((row) => row('id', '=', event.customer_id ?? ''), 'desc')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const row = columnsOf<'customer_event'>()

const asked = (query: Query) => [
  ...ofCell(query['filter[recordLevel]'], (value) => row('record_level', '=', value)),
  ...ofRow(query['filter[idNo]'], (value) => row('id_no', '=', value)),
  ...between(query['filter[startDate]'], query['filter[endDate]']),
  ...updatedSince(query['filter[updatedSince]']),
]
