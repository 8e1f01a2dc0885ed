import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { SearchableRows } from '#projections/runtime/searchable-rows.ts'
import { nextChange, type Resource, wantLastChange } from './changes.ts'
import type { ReadModel } from './read-model.ts'

/** What shows a person's account as it is now. */
export const SHOWING_ACCOUNTS = ['bankTransactions', 'customerEvents'] as const

/** What shows a person's latest sanction check as it is now. */
export const SHOWING_CHECKS = ['bankTransactions'] as const

type Dependent = (typeof SHOWING_ACCOUNTS)[number]

interface Dated {
  readonly company_id: string
  readonly id: string
  readonly updated_at: string
}

interface Dependents {
  readonly want: (model: ReadModel, companyId: string, shown: string) => void
  readonly touch: (model: ReadModel, metadata: EventMetadata, shown: ReadonlySet<string>) => void
}

function dependents<Row extends Dated>(
  resource: Resource,
  rowsIn: (model: ReadModel) => SearchableRows<Row>,
): Dependents {
  return {
    want(model, companyId, shown) {
      const rows = rowsIn(model)
      for (const id of rows.wantBy(companyId, shown) ?? []) rows.want(companyId, id)
    },
    touch(model, metadata, shown) {
      const rows = rowsIn(model)
      const found = [...shown].flatMap((one) => rows.getBy(metadata.companyId, one))
      const byId = new Map(found.map((row) => [row.id, row]))
      for (const row of [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
        const changed: Row = { ...row, updated_at: nextChange(model, metadata, resource) }
        rows.put(changed)
        // They may be many, and those of a person who is forgotten stay no longer than they must.
        rows.release(row.company_id, row.id)
      }
    },
  }
}

const all: Readonly<Record<Dependent, Dependents>> = {
  bankTransactions: dependents('bankTransactions', (model) => model.bankTransaction),
  customerEvents: dependents('customerEvents', (model) => model.customerEvent),
}

/** By which it is found: the pseudonym of a person, or the id of an account that it names. */
type Shown = readonly (string | null | undefined)[]

/** Requests the rows that `touchDependents` changes. */
export function wantDependents(
  model: ReadModel,
  metadata: EventMetadata,
  shown: Shown,
  which: readonly Dependent[] = SHOWING_ACCOUNTS,
): void {
  for (const resource of which) {
    wantLastChange(model, metadata, resource)
    for (const one of known(shown)) all[resource].want(model, metadata.companyId, one)
  }
}

/**
 * These records change with what they show. Pseudonyms and ids alone say which: a rebuild no longer has the data of a
 * person who was forgotten, and must come to the same.
 */
export function touchDependents(
  model: ReadModel,
  metadata: EventMetadata,
  shown: Shown,
  which: readonly Dependent[] = SHOWING_ACCOUNTS,
): void {
  for (const resource of which) all[resource].touch(model, metadata, known(shown))
}

const known = (shown: Shown) => new Set(shown.filter((one) => typeof one === 'string'))
