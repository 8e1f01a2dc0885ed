import { turkishOrder } from '#kernel/domain/turkish-order.ts'
import { fold } from '#kernel/domain/turkish-text.ts'
import { type CustomerEvent, CustomerPerson, customerEvents } from '#kernel/events/customer.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import { columnsOf, nothingOf } from '#projections/read-models/columns.ts'
import { touchDependents, wantDependents } from '#projections/read-models/dependents.ts'
import { projector } from '#projections/read-models/projector.ts'

export const customerProjector = projector(customerEvents, {
  version: 3,
  prepare({ event: { data }, metadata }, model) {
    wantLastChange(model, metadata, 'customers')
    const before = model.customer.want(metadata.companyId, data.customerId)
    wantDependents(model, metadata, [before?.person_ref, data.personRef, data.customerId])
  },
  apply({ event: { data }, metadata }, model) {
    const { customerId, person: written, ...fields } = data
    const person = valueUnlessForgotten(written)
    const before = model.customer.get(metadata.companyId, customerId)
    model.customer.put({
      ...columnsOf(fields),
      company_id: metadata.companyId,
      id: customerId,
      ...personColumns(person),
      forgotten: person === null,
      updated_at: nextChange(model, metadata, 'customers'),
    })
    touchDependents(model, metadata, [before?.person_ref, fields.personRef, customerId])
  },
})

/** What shows of an account after its person has been forgotten. */
export const forgottenColumns = () => ({ ...personColumns(null), forgotten: true })

type Person = Exclude<CustomerEvent['data']['person'], { forgotten: true }>

const nobody = { ...nothingOf(CustomerPerson), ibans: [] }

const personColumns = (person: Person | null) => ({
  ...columnsOf(person ?? nobody),
  name_folded: fold(person?.nameSurname ?? ''),
  name_sort: turkishOrder(person?.nameSurname ?? ''),
})
