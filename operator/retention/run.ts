import type pg from 'pg'
import { readModelsIn } from '#command/read-models.ts'
import { personRefOf, personRefsOf } from '#kernel/domain/person-name.ts'
import type { RetentionPeriods } from '#kernel/domain/retention.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import {
  type LogPosition,
  laterOf,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import { destroyKeys } from '#kernel/platform/vault/destroy-keys.ts'
import { listDestroyed } from '#kernel/platform/vault/destroyed-key-list.ts'
import { keysDestroyedBy } from '#kernel/platform/vault/keys-destroyed-by.ts'
import { tablesOfPeople } from '#kernel/records/records.ts'
import { recordEnd, recordedEnd } from './record-end.ts'
import { type DueKey, type PersonalKey, sealedData } from './sealed-data.ts'

/** So many keys are destroyed in one transaction of the vault. */
const KEYS_AT_ONCE = 50

export type RetentionDependencies = Pick<System, 'eventStore' | 'vault' | 'pool'>

export interface RetentionRun {
  /** Null for all companies. */
  readonly companyId: string | null
  readonly periods: RetentionPeriods
  readonly now: number
}

/** Receives the progress of a run. */
export interface Listener {
  readonly reading: (head: LogPosition) => void
  readonly read: (position: LogPosition) => void
  readonly found: (count: number) => void
  /** One by one: the key is destroyed and the end recorded. */
  readonly ended: (due: DueKey) => Promise<void>
}

export interface Running {
  /** The list of destroyed keys. */
  readonly file: string
  readonly listener: Listener
}

interface Survey {
  /** The keys that are due as far as the log was read; destroyed ones too, where no event says so. */
  readonly due: (ids: readonly string[]) => readonly DueKey[]
  readonly candidates: readonly string[]
  /** Remembers that these keys are destroyed now. */
  readonly destroyed: (ids: readonly string[]) => void
  /** Records that a process sealed with keys that it still held, and that no event has named. */
  readonly late: () => readonly DueKey[]
  /** Reads the events that were appended in between. */
  readonly readOn: () => Promise<void>
}

async function survey(
  { eventStore, vault, pool }: RetentionDependencies,
  order: RetentionRun,
  listener: Listener,
): Promise<Survey> {
  const { companyId, periods, now } = order
  const keys = await personalKeys(pool, companyId)
  const zones = await timeZones(pool)
  const timeZoneOf = (id: string) => zones.get(id) ?? 'Europe/Istanbul'
  const names = await normalNames(pool, vault)
  const nameOf = (personRef: string) => names.get(personRef) ?? personRef
  const data = sealedData({ keys, timeZoneOf, nameOf, periods, now })
  const recorded = new Set<string>()
  const ended = new Set<string>()
  let position = START_OF_LOG

  function take(event: StoredEvent) {
    for (const id of keysDestroyedBy([event])) recorded.add(id)
    const end = recordedEnd(event)
    if (end !== undefined) {
      for (const id of end.keyIds) data.ended(id, end.streams)
      for (const id of end.keyIds) ended.add(id)
    }
    data.add(event)
    position = event.position
    listener.read(position)
  }
  const due = (ids: Iterable<string>) =>
    [...ids].filter((id) => !recorded.has(id)).flatMap((id) => data.dueKey(id) ?? [])
  const readOn = async () => {
    for await (const event of eventStore.readLog(position)) take(event)
  }

  listener.reading(await eventStore.headOfLog())
  await readOn()
  return {
    due,
    candidates: due(keys.keys()).map(({ id }) => id),
    destroyed: data.destroyed,
    late: () => [...ended].flatMap((id) => data.lateRecords(id) ?? []),
    readOn,
  }
}

/** What a run would end now. */
export async function dueNow(
  dependencies: RetentionDependencies,
  order: RetentionRun,
  listener: Listener,
): Promise<readonly DueKey[]> {
  const { candidates, due, late } = await survey(dependencies, order, listener)
  return [...due(candidates), ...late()]
}

/**
 * Destroys what is due. As for a person who is forgotten, a key is listed outside the database, then
 * destroyed, then the end is recorded; each step may be repeated, so a run that was killed is run again.
 * A further event names the records that a process has sealed with its copy of a key in between, so that tables lose them too.
 * Undefined if nothing was due; else the position behind which everything is recorded.
 */
export async function endRetention(
  dependencies: RetentionDependencies,
  order: RetentionRun,
  { file, listener }: Running,
): Promise<LogPosition | undefined> {
  const { candidates, due, destroyed, late, readOn } = await survey(dependencies, order, listener)
  listener.found(candidates.length)
  let position: LogPosition | undefined
  const record = async (keys: readonly DueKey[]) => {
    const ofPersons = [...Map.groupBy(keys, ({ personRef }) => personRef).values()]
    const recorded = await Promise.all(
      ofPersons.map((own) => recordEnds(dependencies, own, { periods: order.periods, listener })),
    )
    position = recorded.reduce(laterOf, position ?? START_OF_LOG)
  }
  for (let done = 0; done < candidates.length; done += KEYS_AT_ONCE) {
    // A person may have been recorded again in the meantime.
    await readOn()
    const next = due(candidates.slice(done, done + KEYS_AT_ONCE))
    const ids = next.map(({ id }) => id)
    await listDestroyed(file, ids)
    await destroyKeys(dependencies.pool, ids)
    destroyed(ids)
    await record(next)
  }
  await readOn()
  const meanwhile = late()
  if (meanwhile.length > 0) await record(meanwhile)
  return position
}

interface Recording {
  readonly periods: RetentionPeriods
  readonly listener: Listener
}

/** The keys of one person have one stream, so they are recorded one after the other. */
async function recordEnds(
  dependencies: RetentionDependencies,
  keys: readonly DueKey[],
  { periods, listener }: Recording,
): Promise<LogPosition> {
  let position = START_OF_LOG
  for (const key of keys) {
    position = await recordEnd(dependencies, key, periods)
    await listener.ended(key)
  }
  return position
}

/** The keys of all persons, destroyed ones too: an event may be missing that says so. */
async function personalKeys(
  pool: Pick<pg.Pool, 'query'>,
  companyId: string | null,
): Promise<ReadonlyMap<string, PersonalKey>> {
  const { rows } = await pool.query<PersonalKey>(
    `select id, company_id as "companyId", purpose, wrapped is null as "isDestroyed" from vault.data_key
     where purpose in ('customer', 'fiscal') and ($1::text is null or company_id = $1)`,
    [companyId],
  )
  return new Map(rows.map((key) => [key.id, key]))
}

/** The time zone of each company. */
async function timeZones(pool: pg.Pool): Promise<ReadonlyMap<string, string>> {
  const rows = await readModelsIn(pool)
    .selectFrom('company')
    .select(['company_id', 'time_zone'])
    .execute()
  return new Map(rows.map(({ company_id, time_zone }) => [company_id, time_zone]))
}

/** The pseudonym by the normal form of a number, of each that an earlier version made of another spelling. */
async function normalNames(
  pool: pg.Pool,
  vault: RetentionDependencies['vault'],
): Promise<ReadonlyMap<string, string>> {
  const readModels = readModelsIn(pool)
  const names = new Map<string, string>()
  for (const table of tablesOfPeople) {
    const rows = await readModels
      .selectFrom(table)
      .select(['company_id', 'id_no'])
      .distinct()
      .whereRef('id_no', '<>', 'normal_number')
      .execute()
    for (const { company_id, id_no } of rows) {
      if (id_no === null) continue
      const name = personRefOf(vault, company_id, id_no)
      for (const personRef of personRefsOf(vault, company_id, id_no)) names.set(personRef, name)
    }
  }
  return names
}
