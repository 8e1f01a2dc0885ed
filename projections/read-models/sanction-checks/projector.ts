import { fold } from '#kernel/domain/turkish-text.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import {
  CheckedQuery,
  type SanctionCheckEvent,
  sanctionCheckEvents,
} from '#kernel/events/sanction-check.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import {
  showCheck,
  wantCheckedPerson,
} from '#projections/read-models/bank-transactions/checked-person.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import { columnsOf, nothingOf } from '#projections/read-models/columns.ts'
import { projector } from '#projections/read-models/projector.ts'

export const sanctionCheckProjector = projector(sanctionCheckEvents, {
  version: 3,
  prepare({ event: { data }, metadata }, model) {
    wantLastChange(model, metadata, 'sanctionChecks')
    wantCheckedPerson(data, metadata, model)
  },
  apply({ event: { data }, metadata }, model) {
    const before = model.sanctionCheck.get(metadata.companyId, data.checkId)
    model.sanctionCheck.put({
      company_id: metadata.companyId,
      id: data.checkId,
      source: data.source,
      person_ref: data.personRef,
      ...queryColumns(valueUnlessForgotten(data.query)),
      checked_at: data.checkedAt,
      wanted_query: data.wantedQuery,
      pep_query: data.pepQuery,
      is_error: data.isError,
      masak_count: data.masakCount,
      wanted_count: data.wantedCount,
      pep_count: data.pepCount,
      has_customer: data.hasCustomer,
      customer_event_count: data.customerEventCount,
      customer_id: data.customerId,
      matches: valueUnlessForgotten(data.matches),
      created_at: microsecondsOf(data.checkedAt).toString(),
      updated_at: nextChange(model, metadata, 'sanctionChecks'),
    })
    showCheck(data, before?.person_ref ?? null, metadata, model)
  },
})

/** What shows of a check when the data of the person is no longer kept. */
export const emptiedCheck = () => ({ ...queryColumns(null), matches: null })

type Query = Exclude<SanctionCheckEvent['data']['query'], { forgotten: true }>

const nothing = nothingOf(CheckedQuery)

const queryColumns = (query: Query | null) => ({
  ...columnsOf(query ?? nothing),
  full_name_folded: fold(query?.fullName ?? ''),
})
