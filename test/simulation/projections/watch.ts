import type { Happening, Notice, Session } from './database/session.ts'
import { type Row, rowsOf, type State } from './database/state.ts'

const SERVING = 'read_model'
/** Lists that clients follow by `updatedAt`. */
export const followed = [
  'template',
  'bank_account',
  'customer',
  'customer_form',
  'customer_event',
  'idv_session',
  'bank_transaction',
  'expense_voucher',
  'invoice',
  'sanction_check',
  'kmts_verification',
] as const

/** Looks at each commit, and at each term of a leader. */
export function watch(report: (fault: string) => void) {
  /** Who has begun the term of a checkpoint. */
  const leaders = new Map<string, Session>()

  function atTerm({ session, schema, checkpoint, holdsLock }: Happening) {
    leaders.set(`${schema} ${checkpoint}`, session)
    if (schema === SERVING && !holdsLock) report(`${checkpoint}: a term begins without the lock`)
  }

  function atMove({ session, schema, checkpoint }: Happening) {
    const leader = leaders.get(`${schema} ${checkpoint}`)
    if (schema === SERVING && leader !== session)
      report(`${checkpoint}: ${nameOf(session)} writes in the term of ${nameOf(leader)}`)
  }

  return {
    happened: (happening: Happening) =>
      happening.kind === 'term' ? atTerm(happening) : atMove(happening),
    /** Followers that hear of a position read the tables at once. */
    notified: ([channel, payload]: Notice, state: State) => {
      if (channel !== `${SERVING}_progress`) return
      if ((placeIn(state) ?? 0n) < BigInt(payload))
        report(`followers are told of ${payload} before it is committed`)
    },
    /** The tables of the schema that is served are others now, with leaders that are to begin their terms. */
    committed: (before: State, after: State) => {
      if (before.get(SERVING) === after.get(SERVING)) return
      if (wasSwitched(before, after)) {
        for (const key of leaders.keys()) leaders.delete(key)
      }
      for (const fault of stepsBack(before, after)) report(fault)
      for (const table of followed) {
        for (const fault of notBehind(table, before, after)) report(fault)
      }
    },
  }
}

const nameOf = (session: Session | undefined) => session?.process?.name ?? 'nobody'

const wasSwitched = (before: State, after: State) =>
  before.get(SERVING) !== undefined && before.get(SERVING) === after.get(`${SERVING}_previous`)

function placeIn(state: State): bigint | undefined {
  const [row] = rowsOf(state, SERVING, 'checkpoint').values()
  return row && BigInt(String(row['position']))
}

/** Where the tables show less of the log than before. */
function stepsBack(before: State, after: State): readonly string[] {
  const [earlier, later] = [placeIn(before), placeIn(after)]
  return earlier === undefined || later === undefined || later >= earlier
    ? []
    : [`the checkpoint steps back from ${earlier} to ${later}`]
}

/** What has changed without coming behind all that the company's list has shown. */
function notBehind(table: string, before: State, after: State): readonly string[] {
  const [stored, next] = [rowsOf(before, SERVING, table), rowsOf(after, SERVING, table)]
  if (stored === next || wasSwitched(before, after)) return []
  const [old, now] = [stored.filter(isListed), next.filter(isListed)]
  const last = new Map<string, bigint>()
  for (const row of old.values()) last.set(companyOf(row), later(last.get(companyOf(row)), row))
  const seen = new Map<string, string>()
  const faults: string[] = []
  for (const [key, row] of now) {
    const moment = `${companyOf(row)} ${String(row['updated_at'])}`
    const twin = seen.get(moment)
    if (twin !== undefined) faults.push(`${table} ${key} and ${twin} have one updatedAt`)
    seen.set(moment, key)
    if (old.get(key) === row || isSame(old.get(key), row)) continue
    if (updatedAt(row) <= (last.get(companyOf(row)) ?? -1n))
      faults.push(`${table} ${key} changes, and comes not behind the last updatedAt`)
  }
  return faults
}

/** Lists have left out a row that nobody may see yet; one that has left them comes with the deleted ones. */
export const isListed = (row: Row): boolean =>
  row['visible'] !== false || (row['left_at'] ?? null) !== null

const isSame = (one: Row | undefined, other: Row) => JSON.stringify(one) === JSON.stringify(other)
const companyOf = (row: Row) => String(row['company_id'])
const updatedAt = (row: Row) => BigInt(String(row['updated_at']))
const later = (known: bigint | undefined, row: Row) =>
  known !== undefined && known > updatedAt(row) ? known : updatedAt(row)
