import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { SanctionCheckEvent } from '#kernel/events/sanction-check.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'
import { microsecondsOf } from '#projections/runtime/microseconds.ts'

const NOT_QUERIED = 0
const NO_PROBLEM = 1
const PROBLEMATIC = 2

type Check = SanctionCheckEvent['data']

/** To be asked for by whoever will show a check in the transactions of the person checked. */
export function wantTransactionsOf(
  { personRef }: Check,
  metadata: EventMetadata,
  model: ReadModel,
): void {
  if (personRef === null) return
  const { companyId } = metadata
  wantLastChange(model, metadata, 'bankTransactions')
  model.checkedPerson.want(companyId, personRef)
  for (const id of model.bankTransaction.wantBy(companyId, personRef) ?? []) {
    model.bankTransaction.want(companyId, id)
  }
}

/** The latest check of a person changes all that the person sent. */
export function showCheck(check: Check, metadata: EventMetadata, model: ReadModel): void {
  const { checkId, personRef } = check
  if (personRef === null) return
  const { companyId } = metadata
  const checkedAt = microsecondsOf(check.checkedAt)
  const known = model.checkedPerson.get(companyId, personRef)
  if (known !== undefined && !isLater(known, checkId, checkedAt)) return
  const masak_status = statusOf(check)
  model.checkedPerson.put({
    company_id: companyId,
    person_ref: personRef,
    check_id: checkId,
    checked_at: checkedAt.toString(),
    masak_status,
  })
  const transactions = model.bankTransaction.getBy(companyId, personRef)
  for (const transaction of transactions.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const updated_at = nextChange(model, metadata, 'bankTransactions')
    model.bankTransaction.put({ ...transaction, masak_status, updated_at })
  }
}

/** How the sender of a transaction stands now. It must have been asked for. */
export const masakStatusOf = (model: ReadModel, companyId: string, personRef: string | null) =>
  personRef === null
    ? NOT_QUERIED
    : (model.checkedPerson.get(companyId, personRef)?.masak_status ?? NOT_QUERIED)

/** A query that ended in error found no problem, but did not look everywhere either. */
function statusOf({ masakCount, wantedCount, pepCount, isError }: Check) {
  if (masakCount + wantedCount + pepCount > 0) return PROBLEMATIC
  return isError ? NOT_QUERIED : NO_PROBLEM
}

interface Known {
  readonly check_id: string
  readonly checked_at: string
}

/** Panel searches are handed over late; one that is recorded again counts as it is now. */
function isLater(known: Known, checkId: string, checkedAt: bigint) {
  const before = BigInt(known.checked_at)
  if (checkedAt === before) return checkId >= known.check_id
  return checkedAt > before || checkId === known.check_id
}
