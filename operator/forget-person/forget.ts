import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { appendOne } from '#command/event-sourcing/append.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { personRefOf } from '#kernel/domain/person-name.ts'
import { type PersonEvent, personEvents, personStream } from '#kernel/events/person-forgotten.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { commonInstant } from '#kernel/platform/database/common-clock.ts'
import type { ExpectedRevision } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import { destroyKeys } from '#kernel/platform/vault/destroy-keys.ts'
import { listDestroyed } from '#kernel/platform/vault/destroyed-key-list.ts'
import { type KeyOwner, keyIdOf } from '#kernel/platform/vault/key-owner.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'

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
  /** True if an earlier run has done it all. */
  readonly wasForgotten: boolean
}

export type ForgetDependencies = Pick<System, 'eventStore' | 'vault' | 'pool'>

/** What the command would do now. */
export interface Plan {
  readonly personRef: string
  /** Keys that still open something. */
  readonly living: readonly string[]
  /** Keys of whose end no event says anything yet. */
  readonly unrecorded: readonly string[]
  /** Of the last event about the person's erasure. */
  readonly position: LogPosition
  readonly revision: ExpectedRevision
}

export async function planOf(
  { eventStore, vault, pool }: ForgetDependencies,
  { companyId, idNo }: Omit<PersonToForget, 'reason'>,
): Promise<Plan> {
  const keys = await keysOf(pool, vault, { companyId, purpose: 'customer', person: idNo })
  const personRef = personRefOf(vault, companyId, idNo)
  const erasure = await erasureOf(eventStore, personRef, keys)
  if (keys.length === 0 && !erasure.wasForgotten) {
    throw new CommandError('This company keeps nothing about this person that can be forgotten.')
  }
  const living = keys.filter(({ isDestroyed }) => !isDestroyed).map(({ id }) => id)
  return { personRef, living, ...erasure }
}

async function erasureOf(
  eventStore: ForgetDependencies['eventStore'],
  personRef: string,
  keys: readonly PersonKey[],
) {
  const stored = await eventStore.readStream(personStream(personRef), { maxCount: MOST_TIMES })
  const events = decodeWithoutKeys(() => personEvents, stored).map(({ event }) => event)
  const recorded = new Set(events.flatMap(({ data }) => data.keyIds))
  const last = stored.at(-1)
  const revision: ExpectedRevision = last?.revision ?? 'no_stream'
  return {
    unrecorded: keys.map(({ id }) => id).filter((id) => !recorded.has(id)),
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
): Promise<{ readonly forgotten: ForgottenPerson; readonly position: LogPosition }> {
  const plan = await planOf(system, order)
  const { living, unrecorded, personRef } = plan
  await listDestroyed(file, living)
  await destroyKeys(system.pool, living)
  const wasForgotten = unrecorded.length === 0
  const position = wasForgotten ? plan.position : await record(system, order, plan)
  const { companyId } = order
  return { forgotten: { companyId, personRef, keys: living.length, wasForgotten }, position }
}

async function record(
  system: ForgetDependencies,
  { companyId, reason }: PersonToForget,
  { personRef, unrecorded, revision }: Plan,
): Promise<LogPosition> {
  const commandId = randomUUID()
  const stream = personStream(personRef)
  const forgotten: PersonEvent = {
    type: 'PersonForgotten',
    data: { companyId, personRef, keyIds: [...unrecorded], reason },
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
