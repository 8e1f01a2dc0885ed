import { personEvents } from '#kernel/events/person-forgotten.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import { forgottenForm } from '#projections/read-models/customer-forms/projectors.ts'
import { forgottenColumns } from '#projections/read-models/customers/projector.ts'
import { touchDependents, wantDependents } from '#projections/read-models/dependents.ts'
import { forgottenSession } from '#projections/read-models/idv-sessions/projector.ts'
import { projector } from '#projections/read-models/projector.ts'
import { emptyRecords, wantRecords } from './emptied-records.ts'

/**
 * A forgotten person's rows hold afterwards what a rebuild, which has no keys any more, writes into them.
 * Documents, register entries and checks keep theirs until their retention ends.
 */
export const personProjector = projector(personEvents, {
  version: 3,
  prepare({ event, metadata }, model) {
    if (event.type === 'RetentionEnded') return wantRecords(event.data, metadata, model)
    const { companyId } = metadata
    wantLastChange(model, metadata, 'customers')
    wantLastChange(model, metadata, 'customerForms')
    const accounts = model.customer.wantBy(companyId, event.data.personRef) ?? []
    wantDependents(model, metadata, [event.data.personRef, ...accounts])
    for (const rows of [model.customer, model.customerForm, model.idvSession]) {
      for (const id of rows.wantBy(companyId, event.data.personRef) ?? []) rows.want(companyId, id)
    }
  },
  apply({ event, metadata }, model) {
    if (event.type === 'RetentionEnded') return emptyRecords(event.data, metadata, model)
    const { companyId } = metadata
    const { personRef } = event.data
    const accounts = model.customer.getBy(companyId, personRef).toSorted(byId)
    for (const row of accounts) {
      const updated_at = nextChange(model, metadata, 'customers')
      model.customer.put({ ...row, ...forgottenColumns(), updated_at })
    }
    for (const row of model.customerForm.getBy(companyId, personRef).toSorted(byId)) {
      const updated_at = nextChange(model, metadata, 'customerForms')
      model.customerForm.put({ ...row, ...forgottenForm, updated_at })
    }
    touchDependents(model, metadata, [personRef, ...accounts.map(({ id }) => id)])
    for (const row of model.idvSession.getBy(companyId, personRef)) {
      model.idvSession.put({ ...row, ...forgottenSession })
    }
  },
})

interface Identified {
  readonly id: string
}

const byId = (one: Identified, other: Identified) => (one.id < other.id ? -1 : 1)
