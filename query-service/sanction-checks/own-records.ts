import { normalNumber } from '#kernel/domain/normal-number.ts'
import { hasCome } from '#kernel/platform/database/has-come.ts'
import { strictestFirst } from '#kernel/platform/database/strictest-first.ts'
import { narrowCustomer } from '#kernel/records/customers.ts'
import type { CompanyRows } from '../listing/company-rows.ts'

const MAX_EVENTS = 100

interface CheckedPerson {
  readonly source: 'api' | 'panel' | 'rescreening'
  readonly id_no: string | null
  readonly customer_id: string | null
}

/**
 * The company's present records of the checked person: those of the customer account that the check
 * found, or that a panel search could have found by the identity number.
 */
export async function ownRecordsOf(rows: CompanyRows, person: CheckedPerson) {
  const customer = await customerOf(rows, person)
  const idNo = person.id_no ?? customer?.id_no ?? null
  return { customer, events: await eventsOf(rows, idNo, customer?.id) }
}

function customerOf(rows: CompanyRows, { source, id_no, customer_id }: CheckedPerson) {
  const idNo = source === 'panel' ? id_no : null
  if (customer_id === null && idNo === null) return undefined
  return rows
    .selectFrom('customer')
    .select(narrowCustomer.columns)
    .where((row) =>
      customer_id === null
        ? row('normal_number', '=', normalNumber(idNo ?? ''))
        : row('id', '=', customer_id),
    )
    .orderBy(strictestFirst(idNo))
    .limit(1)
    .executeTakeFirst()
}

async function eventsOf(rows: CompanyRows, idNo: string | null, customerId: string | undefined) {
  if (idNo === null && customerId === undefined) return []
  return rows
    .selectFrom('customer_event')
    .selectAll()
    .where((row) =>
      row.or([
        ...(idNo === null ? [] : [row('normal_number', '=', normalNumber(idNo))]),
        ...(customerId === undefined ? [] : [row('customer_id', '=', customerId)]),
      ]),
    )
    .where(hasCome('event_date'))
    .orderBy('event_date', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_EVENTS)
    .execute()
}
