import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { SanctionCheckEvent } from '#kernel/events/sanction-check.ts'
import type { bankTransactions } from '#kernel/records/bank-transactions.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'
import type { CountedCheck } from './tables.ts'

type Transaction = RowOf<typeof bankTransactions>
type Check = SanctionCheckEvent['data']

const NOT_QUERIED = 0
const NO_PROBLEM = 1
const PROBLEMATIC = 2

/** Older checks matter only if as many newer ones turn out to be of other persons. */
const MOST_CHECKS = 50

/** Requests the rows that `showCheck` reads. */
export function wantCheckedPerson(
  { checkId, personRef }: Check,
  metadata: EventMetadata,
  model: ReadModel,
): void {
  const { companyId } = metadata
  wantLastChange(model, metadata, 'bankTransactions')
  const before = model.sanctionCheck.want(companyId, checkId)
  for (const person of personsOf(before?.person_ref ?? null, personRef)) {
    model.checkedPerson.want(companyId, person)
    for (const id of model.bankTransaction.wantBy(companyId, person) ?? []) {
      model.bankTransaction.want(companyId, id)
    }
  }
}

/**
 * The latest check of a person changes all transactions that the person sent. `before` is the person
 * of the check until now: a check that is recorded again may be of another person or moment.
 */
export function showCheck(
  check: Check,
  before: string | null,
  metadata: EventMetadata,
  model: ReadModel,
): void {
  const changed = personsOf(before, check.personRef).flatMap((person) =>
    applyCheck(model, person, check, metadata),
  )
  for (const transaction of changed.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const updated_at = nextChange(model, metadata, 'bankTransactions')
    model.bankTransaction.put({ ...transaction, updated_at })
  }
}

/** The sender's current status. The row must have been requested. */
export const masakStatusOf = (model: ReadModel, companyId: string, personRef: string | null) =>
  personRef === null
    ? NOT_QUERIED
    : (model.checkedPerson.get(companyId, personRef)?.masak_status ?? NOT_QUERIED)

const personsOf = (...refs: readonly (string | null)[]) => [
  ...new Set(refs.filter((ref) => ref !== null)),
]

/**
 * The person's transactions with the new status, if the check that counts is another one or has changed.
 * A check that is dated to come does not count until then.
 */
function applyCheck(
  model: ReadModel,
  person: string,
  check: Check,
  { companyId, recordedAt }: EventMetadata,
) {
  const known = model.checkedPerson.get(companyId, person)
  const others = (known?.checks ?? []).filter(({ id }) => id !== check.checkId)
  const isCounted = check.hasResult && check.personRef === person
  const checks = (isCounted ? [...others, countedOf(check)] : others)
    .toSorted(latestFirst)
    .slice(0, MOST_CHECKS)
  const latest = checks.find(({ at }) => BigInt(at) <= microsecondsOf(recordedAt))
  const masak_status = latest?.status ?? NOT_QUERIED
  const check_id = latest?.id ?? null
  model.checkedPerson.put({
    company_id: companyId,
    person_ref: person,
    check_id,
    masak_status,
    checks,
  })
  const isConcerned = known?.check_id !== check_id || check_id === check.checkId
  return isConcerned
    ? model.bankTransaction
        .getBy(companyId, person)
        .map((transaction): Transaction => Object.assign({}, transaction, { masak_status }))
    : []
}

const countedOf = (check: Check): CountedCheck => ({
  id: check.checkId,
  at: microsecondsOf(check.checkedAt).toString(),
  status: statusOf(check),
})

/** A query that ended in error found no problem, but did not search everywhere. */
function statusOf({ masakCount, wantedCount, pepCount, isError }: Check) {
  if (masakCount + wantedCount + pepCount > 0) return PROBLEMATIC
  return isError ? NOT_QUERIED : NO_PROBLEM
}

/** By the moment of the check, because panel searches arrive late. */
function latestFirst(one: CountedCheck, other: CountedCheck): number {
  if (one.at === other.at) return one.id > other.id ? -1 : 1
  return BigInt(one.at) > BigInt(other.at) ? -1 : 1
}
