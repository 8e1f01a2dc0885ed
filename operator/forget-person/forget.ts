import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { appendOne } from '#command/event-sourcing/append.ts'
import type { ReadModels } from '#command/read-models.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { personRefOf } from '#kernel/domain/person-name.ts'
import { type PersonEvent, personEvents, personStream } from '#kernel/events/person-forgotten.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { commonInstant } from '#kernel/platform/database/common-clock.ts'
import type { ExpectedRevision } from '#kernel/platform/event-store/event-store.ts'
import {
  type LogPosition,
  laterOf,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import { namesInLog } from '#kernel/platform/recording/names-in-log.ts'
import { destroyKeys } from '#kernel/platform/vault/destroy-keys.ts'
import { listDestroyed } from '#kernel/platform/vault/destroyed-key-list.ts'
import { type KeyOwner, keyIdOf } from '#kernel/platform/vault/key-owner.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { mapConcurrently } from '#kernel/platform/waiting/map-concurrently.ts'
import { keepRegisterEntries } from './register-entries.ts'

const MOST_TIMES = 1_000
/** The records that the event empties. */
export const emptiedTables = ['customer', 'customer_form', 'idv_session'] as const

export interface PersonToForget {
  readonly companyId: string
  readonly idNo: string
  readonly reason: string
}

/** Without the identity number. */
export interface ForgottenPerson {
  readonly companyId: string
  readonly personRef: string
  /** How many keys are destroyed by this run. */
  readonly keys: number
  /** Entries of the register that are kept under another key. */
  readonly registerEntries: number
  /** True if an earlier run has done it all. */
  readonly wasForgotten: boolean
}

export interface ForgetDependencies extends Pick<System, 'eventStore' | 'vault' | 'pool'> {
  readonly readModels: ReadModels
}

/** What the command would do now. */
export interface Plan {
  readonly personRef: string
  /** Keys that still open something. */
  readonly living: readonly string[]
  /** What no event says yet; the person's normal name is the first. */
  readonly unrecorded: readonly Unrecorded[]
  readonly personRefs: readonly string[]
  /** Of the last event about the person's erasure. */
  readonly position: LogPosition
}

interface Unrecorded {
  readonly personRef: string
  readonly keyIds: readonly string[]
  readonly revision: ExpectedRevision
}

/** The keys of all spellings are destroyed; the event under the person's normal name has all of them. */
export async function planOf(
  { eventStore, vault, pool, readModels }: ForgetDependencies,
  { companyId, idNo }: Omit<PersonToForget, 'reason'>,
  moved?: (position: LogPosition) => void,
): Promise<Plan> {
  const shown = await spellingsShown(readModels, companyId, idNo)
  const sought = { companyId, idNo, spellings: shown, moved }
  const { spellings, personRefs } = await namesInLog({ log: eventStore, vault }, sought)
  const named = await mapConcurrently(spellings, async (person) => ({
    personRef: vault.pseudonym('person', companyId, person),
    keys: await keysOf(pool, vault, { companyId, purpose: 'customer', person }),
  }))
  const keys = named.flatMap((name) => name.keys)
  const personRef = personRefOf(vault, companyId, idNo)
  const names = await mapConcurrently(named, (name) =>
    erasureOf(eventStore, name.personRef === personRef ? { personRef, keys } : name),
  )
  if (keys.length === 0 && !names.some(({ wasForgotten }) => wasForgotten)) {
    throw new CommandError('This company keeps nothing about this person that can be forgotten.')
  }
  return {
    personRef,
    personRefs,
    living: keys.filter(({ isDestroyed }) => !isDestroyed).map(({ id }) => id),
    unrecorded: names.filter(({ keyIds }) => keyIds.length > 0),
    position: names.map(({ position }) => position).reduce(laterOf, START_OF_LOG),
  }
}

/** As rows have them: where an earlier run has destroyed the keys and recorded nothing, no event can be read. */
async function spellingsShown(readModels: ReadModels, companyId: string, idNo: string) {
  const spellings = await mapConcurrently(emptiedTables, async (table) => {
    const rows = await readModels
      .selectFrom(table)
      .select('id_no')
      .distinct()
      .where('company_id', '=', companyId)
      .where('normal_number', '=', idNo)
      .execute()
    return rows.flatMap(({ id_no }) => id_no ?? [])
  })
  return spellings.flat()
}

async function erasureOf(
  eventStore: ForgetDependencies['eventStore'],
  { personRef, keys }: { readonly personRef: string; readonly keys: readonly PersonKey[] },
) {
  const stored = await eventStore.readStream(personStream(personRef), { maxCount: MOST_TIMES })
  const events = decodeWithoutKeys(() => personEvents, stored).map(({ event }) => event)
  const recorded = new Set(events.flatMap(({ data }) => data.keyIds))
  const last = stored.at(-1)
  const revision: ExpectedRevision = last?.revision ?? 'no_stream'
  return {
    personRef,
    keyIds: keys.map(({ id }) => id).filter((id) => !recorded.has(id)),
    wasForgotten: events.some(({ type }) => type === 'PersonForgotten'),
    revision,
    position: last?.position ?? START_OF_LOG,
  }
}

/**
 * Forgets a person, step by step; each step may be repeated, so a run that was killed is run again. The keys
 * go before the events, so no later event needs them.
 */
export async function forgetPerson(
  system: ForgetDependencies,
  order: PersonToForget,
  file: string,
  moved?: (position: LogPosition) => void,
): Promise<{ readonly forgotten: ForgottenPerson; readonly position: LogPosition }> {
  const plan = await planOf(system, order, moved)
  const { living, unrecorded, personRef, personRefs } = plan
  const { companyId } = order
  const registerEntries = await keepRegisterEntries(
    system,
    { ...order, personRefs },
    new Set(living),
  )
  await listDestroyed(file, living)
  await destroyKeys(system.pool, living)
  let { position } = plan
  for (const name of unrecorded) position = laterOf(position, await record(system, order, name))
  const wasForgotten = unrecorded.length === 0
  const done = { keys: living.length, registerEntries, wasForgotten }
  return { forgotten: { companyId, personRef, ...done }, position }
}

async function record(
  system: ForgetDependencies,
  { companyId, reason }: PersonToForget,
  { personRef, keyIds, revision }: Unrecorded,
): Promise<LogPosition> {
  const commandId = randomUUID()
  const stream = personStream(personRef)
  const forgotten: PersonEvent = {
    type: 'PersonForgotten',
    data: { companyId, personRef, keyIds: [...keyIds], reason },
  }
  const event = {
    family: personEvents,
    event: forgotten,
    stream,
    id: eventIdFrom(commandId, stream),
    recordedAt: await commonInstant(system.pool),
    origin: { ...operatorOrigin(commandId), companyId },
    // No field of it is sealed.
    owner: { companyId, purpose: 'company', person: 'company' },
  } as const
  const appended = await appendOne(system, event, revision)
  if (appended !== undefined) return appended.position
  throw new CommandError('The same person is being forgotten by another command: run it again.')
}

interface PersonKey {
  readonly id: string
  readonly isDestroyed: boolean
}

/** The keys that the owner has had, in their order; the last one may be in use. */
async function keysOf(
  pool: Pick<pg.Pool, 'query'>,
  vault: Pick<Vault, 'pseudonym'>,
  owner: KeyOwner,
): Promise<readonly PersonKey[]> {
  const keys: PersonKey[] = []
  for (let generation = 0; ; generation++) {
    const id = keyIdOf(vault, owner, generation)
    const { rows } = await pool.query<{ is_destroyed: boolean }>(
      `select true as is_destroyed from vault.destroyed_key where id = $1
       union all select wrapped is null from vault.data_key where id = $1
       limit 1`,
      [id],
    )
    const [row] = rows
    if (row === undefined) return keys
    keys.push({ id, isDestroyed: row.is_destroyed })
  }
}
