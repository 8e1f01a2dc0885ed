import type { checkCustomer } from '#kernel/contract/customers.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { fold } from '#kernel/domain/turkish-text.ts'
import { hasCome } from '#kernel/platform/database/has-come.ts'
import { strictestFirst } from '#kernel/platform/database/strictest-first.ts'
import { narrowCustomer } from '#kernel/records/customers.ts'
import type { CustomerStandingRows } from '#kernel/responses/customers-check.ts'
import type { CompanyRows } from '../listing/company-rows.ts'
import { customersNamed } from '../listing/customers-named.ts'
import { outer } from '../listing/outer.ts'

type Query = Input<typeof checkCustomer>['query']

const MOST_EVENTS = 25

/** The compliance status of a customer, in one statement with a row for each of the newest events. */
export async function standingOf(
  rows: CompanyRows,
  query: Query,
): Promise<CustomerStandingRows | undefined> {
  const found = await statement(rows, query)
  const [first] = found
  if (first === undefined) return undefined
  const { checked_at, form_id, form_created_at } = first
  return {
    customer: first,
    events: found.flatMap(eventIn),
    check:
      checked_at === null
        ? null
        : {
            checked_at,
            wanted_query: first.wanted_query === true,
            pep_query: first.pep_query === true,
            is_error: first.is_error === true,
          },
    form:
      form_id === null || form_created_at === null
        ? null
        : {
            id: form_id,
            is_approval: first.is_approval === true,
            is_signed: first.is_signed === true,
            created_at: form_created_at,
            has_pending: first.pending_id !== null,
          },
  }
}

async function statement(rows: CompanyRows, { idNo, nameSurname }: Query) {
  if (nameSurname === undefined) {
    const ofNumber = customers(rows).where('normal_number', '=', normalNumber(idNo ?? ''))
    return standing(rows, strictest(ofNumber, idNo)).execute()
  }
  const { isCandidate, run } = customersNamed(rows, nameSurname, idNo)
  const exactFirst = customers(rows)
    .where(isCandidate)
    .orderBy((row) => row('name_folded', '=', fold(nameSurname)), 'desc')
  return run(standing(rows, strictest(exactFirst, idNo)))
}

const standing = (rows: CompanyRows, customer: ReturnType<typeof strictest>) =>
  rows
    .selectFrom(customer.as('customer'))
    .leftJoinLateral(newestEvents(rows), (join) => join.onTrue())
    .leftJoinLateral(lastCheck(rows), (join) => join.onTrue())
    .leftJoinLateral(latestForm(rows), (join) => join.onTrue())
    .leftJoinLateral(pendingForm(rows), (join) => join.onTrue())
    .selectAll()
    .orderBy('registered.event_date', 'desc')
    .orderBy('registered.event_id', 'desc')

const newestEvents = (rows: CompanyRows) =>
  rows
    .selectFrom('customer_event as event')
    .select([
      'event.id as event_id',
      'event.event_date',
      'event.customer_id',
      'event.id_no as event_id_no',
      'event.record_level as event_record_level',
      'event.comment',
      'event.created_at as event_created_at',
      'event.updated_at as event_updated_at',
    ])
    .where((event) =>
      event.or([
        event('event.normal_number', '=', outer('customer.normal_number')),
        event('event.customer_id', '=', outer('customer.id')),
      ]),
    )
    .where(hasCome('event.event_date'))
    .orderBy('event.event_date', 'desc')
    .orderBy('event.id', 'desc')
    .limit(MOST_EVENTS)
    .as('registered')

const lastCheck = (rows: CompanyRows) =>
  rows
    .selectFrom('sanction_check as check')
    .select(['check.checked_at', 'check.wanted_query', 'check.pep_query', 'check.is_error'])
    .where('check.normal_number', '=', outer('customer.normal_number'))
    // Clocks differ a little: what was checked here has been checked.
    .where((check) => check.or([check('check.source', '!=', 'panel'), hasCome('check.checked_at')]))
    .orderBy('check.checked_at', 'desc')
    .orderBy('check.id', 'desc')
    .limit(1)
    .as('checked')

const formsThatCount = (rows: CompanyRows) =>
  rows
    .selectFrom('customer_form as form')
    .where('form.normal_number', '=', outer('customer.normal_number'))
    .where('form.visible', '=', true)
    .where('form.deleted', '=', false)
    .limit(1)

const latestForm = (rows: CompanyRows) =>
  formsThatCount(rows)
    .select(['form.id as form_id', 'form.is_approval', 'form.is_signed'])
    .select('form.created_at as form_created_at')
    .orderBy('form.created_at', 'desc')
    .orderBy('form.id', 'desc')
    .as('latest')

const pendingForm = (rows: CompanyRows) =>
  formsThatCount(rows)
    .select('form.id as pending_id')
    .where('form.rejected', '=', false)
    .where('form.is_approval', '=', false)
    .as('pending')

const customers = (rows: CompanyRows) =>
  rows.selectFrom('customer').select([...narrowCustomer.columns, 'normal_number'])

/** Of several accounts, one with exactly that name comes first. */
const strictest = (found: ReturnType<typeof customers>, idNo: string | undefined) =>
  found.orderBy(strictestFirst(idNo)).limit(1)

type Row = Awaited<ReturnType<typeof statement>>[number]

function eventIn(row: Row) {
  const { event_id, event_date, event_record_level, event_created_at, event_updated_at } = row
  if (event_id === null || event_date === null || event_record_level === null) return []
  return [
    {
      id: event_id,
      event_date,
      customer_id: row.customer_id,
      id_no: row.event_id_no,
      record_level: event_record_level,
      comment: row.comment,
      created_at: event_created_at ?? '0',
      updated_at: event_updated_at ?? '0',
    },
  ]
}
