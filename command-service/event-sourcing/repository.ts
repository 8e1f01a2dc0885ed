import { LRUCache } from 'lru-cache'
import type { Aggregate, Decision } from '#kernel/domain/aggregate.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { type Instant, instantOf } from '#kernel/domain/instant.ts'
import { notFound, Rejection } from '#kernel/domain/rejection.ts'
import type { MayStand } from '#kernel/domain/request-changes.ts'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { RevisionConflict } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'
import { decodeEvents, encodeEvent, type Origin } from '#kernel/platform/recording/event-codec.ts'
import type { Purpose } from '#kernel/platform/vault/key-owner.ts'
import { notedAppend } from './append.ts'
import { pauseAfterConflict, streamQueue } from './contention.ts'
import type { Log } from './log.ts'

const PAGE = 500
const MAX_REMEMBERED_STREAMS = 5_000

/** An aggregate with the storage of its events. */
export interface StoredAggregate<Event extends AnyEvent, State> {
  readonly family: EventFamily<Event>
  readonly aggregate: Aggregate<Event, State>
  /** The owner of the key that seals an event's personal fields, given the state before the event. */
  readonly sealedFor: (
    event: Event,
    before: State,
  ) => { readonly purpose: Purpose; readonly person: string }
  /**
   * The record that stands, or has changed, once the event is in the log, whatever becomes of its request.
   * Undefined for an event that comes to nothing by itself, as a claim that the recovery gives back.
   */
  readonly brings: (event: Event) => MayStand | undefined
  /** It is of many records, and what is remembered of it is written to without a look at the stream. */
  readonly isLedger?: true
}

/** Of an aggregate whose events come to nothing by themselves. */
export const bringsNothing = () => undefined

export interface Loaded<State> {
  readonly state: State
  /** -1n when the stream does not exist. */
  readonly revision: bigint
  /** Position of the last event, the start of the log when there is none. */
  readonly position: LogPosition
  readonly companyId: string | undefined
  /** When its first event was recorded. */
  readonly begunAt: Instant | undefined
  /** The command that wrote last here, in this process. */
  readonly writtenBy?: string
}

export interface Executed<Event, State> extends Loaded<State> {
  readonly events: readonly Event[]
  /** The ids of `events`, in the same order. */
  readonly eventIds: readonly string[]
}

export interface Execution<Event, State> {
  readonly stream: string
  readonly decision: Decision<State, Event>
  readonly origin: Origin
  /** The stream is assumed not to exist, so it is not read. If it does exist, it is read after the conflict. */
  readonly isNew?: boolean
}

const noStream = {
  revision: -1n,
  position: START_OF_LOG,
  companyId: undefined,
  begunAt: undefined,
}

/** One kind of aggregate over a log: loads, folds, decides and appends. */
export interface Repository<Event extends AnyEvent, State> {
  readonly load: (stream: string) => Promise<Loaded<State>>
  /** Decides again after a conflicting write. A stream of another company counts as not found. */
  readonly execute: (execution: Execution<Event, State>) => Promise<Executed<Event, State>>
}

export function repositoryOf<Event extends AnyEvent, State>(
  log: Log,
  stored: StoredAggregate<Event, State>,
): Repository<Event, State> {
  type Task = Execution<Event, State>
  let cache: LRUCache<string, Loaded<State>> | undefined
  /** Made when it is needed: most streams of a service are of a few kinds. */
  const remembered = () => (cache ??= noStreamsYet<State>())
  log.vault.destroyed.subscribe(() => {
    cache = undefined
  })
  const enqueue = streamQueue()
  const { initial, evolve } = stored.aggregate
  const nothing: Loaded<State> = { ...noStream, state: initial }

  async function load(stream: string) {
    const memory = remembered()
    const loaded = await readOn(log, stored, stream, memory.get(stream) ?? nothing)
    if (loaded.revision >= 0n) memory.set(stream, loaded)
    return loaded
  }

  async function append({ stream, origin }: Task, at: Loaded<State>, events: readonly Event[]) {
    const memory = remembered()
    const recordedAt = instantOf(log.now())
    const sealed = await seal(log, stored, { stream, origin, events, at, recordedAt })
    const brought = broughtBy(stored, events)
    const write = { stream, events: sealed, after: at.revision, origin, brought }
    const written = await notedAppend(log.eventStore, write)
    const state = events.reduce(evolve, at.state)
    const { begunAt = recordedAt } = at
    const loaded = { state, ...written, ...writerOf(origin), begunAt }
    memory.set(stream, loaded)
    return { events, eventIds: sealed.map(({ id }) => id), ...loaded }
  }

  /** Undefined when what was decided on is not the stream's last word: read on and decide again. */
  async function attempt(execution: Task, at: Loaded<State>, isCertain: boolean) {
    try {
      const isOurs = (at.companyId ?? execution.origin.companyId) === execution.origin.companyId
      const events = execution.decision(isOurs ? at.state : initial)
      if (!isOurs) return notFound('record')
      if (events.length > 0) return await append(execution, at, events)
      return isCertain ? { events, eventIds: [], ...at } : undefined
    } catch (error) {
      if (error instanceof RevisionConflict) return undefined
      if (error instanceof Rejection && !isCertain) return undefined
      throw error
    }
  }

  async function executeNow(execution: Task): Promise<Executed<Event, State>> {
    const { stream, isNew = false } = execution
    const known = remembered().get(stream) ?? (isNew ? nothing : undefined)
    const guess = guessOf(stored, known, execution)
    const first = guess && (await attempt(execution, guess, false))
    if (first !== undefined) return first
    for (let conflicts = 1; ; conflicts++) {
      const executed = await attempt(execution, await load(stream), true)
      if (executed !== undefined) return executed
      await pauseAfterConflict(stream, conflicts)
    }
  }

  return { load, execute: (execution) => enqueue(execution.stream, () => executeNow(execution)) }
}

const writerOf = ({ companyId, commandId: writtenBy }: Origin) => ({ companyId, writtenBy })

/** What to decide on without a read. Another command looks first: somebody may have deleted or cut the stream. */
function guessOf<State>(
  { isLedger }: Pick<StoredAggregate<never, never>, 'isLedger'>,
  known: Loaded<State> | undefined,
  { origin }: Pick<Execution<never, never>, 'origin'>,
): Loaded<State> | undefined {
  if (known === undefined || known.revision < 0n) return known
  return isLedger === true || known.writtenBy === origin.commandId ? known : undefined
}

/** The record that these events bring into being, if any does. */
const broughtBy = <Event extends AnyEvent>(
  { brings }: Pick<StoredAggregate<Event, never>, 'brings'>,
  events: readonly Event[],
) => events.flatMap((event) => brings(event) ?? [])[0]

/** When it is dropped, work that has begun goes on with the cache that it began with. */
const noStreamsYet = <State>() =>
  new LRUCache<string, Loaded<State>>(atMost(MAX_REMEMBERED_STREAMS))

/** The stream's events since it was last read. */
async function readOn<Event extends AnyEvent, State>(
  log: Log,
  { family, aggregate: { evolve } }: StoredAggregate<Event, State>,
  stream: string,
  from: Loaded<State>,
): Promise<Loaded<State>> {
  let loaded = from
  for (;;) {
    const read = { from: loaded.revision + 1n, maxCount: PAGE }
    const stored = await log.eventStore.readStream(stream, read)
    const recorded = await decodeEvents(log.vault, () => family, stored)
    const last = stored.at(-1)
    if (last === undefined) return loaded
    if (recorded.length < stored.length) throw new UnknownEvent(stream)
    loaded = {
      state: recorded.reduce((state, { event }) => evolve(state, event), loaded.state),
      revision: last.revision,
      position: last.position,
      companyId: loaded.companyId ?? recorded[0]?.metadata.companyId,
      begunAt: loaded.begunAt ?? recorded[0]?.metadata.recordedAt,
    }
    if (stored.length < PAGE) return loaded
  }
}

/** This version cannot decide on a stream with an event of an unknown type. */
class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent'

  constructor(stream: string) {
    super(`${stream} holds an event of a type that this version does not know`)
  }
}

interface Sealing<Event, State> {
  readonly stream: string
  readonly origin: Origin
  readonly events: readonly Event[]
  /** What they are decided on. */
  readonly at: Loaded<State>
  readonly recordedAt: Instant
}

/**
 * Ids derive from the command, the place in the stream and the content of the write, because the store
 * takes equal ids for the same write, and another try of the command may write other content.
 */
async function seal<Event extends AnyEvent, State>(
  log: Log,
  { family, sealedFor }: StoredAggregate<Event, State>,
  { stream, origin, events, at, recordedAt }: Sealing<Event, State>,
) {
  const write = log.vault.pseudonym('write', `${stream}@${at.revision}`, JSON.stringify(events))
  return Promise.all(
    events.map((event, index) => {
      const id = eventIdFrom(origin.commandId, `${write}/${index}`)
      const owner = { companyId: origin.companyId, ...sealedFor(event, at.state) }
      return encodeEvent(log.vault, { family, event, id, stream, recordedAt, origin, owner })
    }),
  )
}
