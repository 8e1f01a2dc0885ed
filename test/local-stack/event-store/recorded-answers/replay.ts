import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  FORWARDS,
  NO_STREAM,
  type Position,
  type ReadPosition,
  type ResolvedEvent,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import { all } from '../official-client.ts'
import { type Received, receive } from './receive.ts'
import type { Answer, Scenario, Step, StepOf } from './scenario.ts'
import { type UniqueNames, uniqueNamesOf } from './unique-names.ts'

export interface Target {
  readonly client: EventStoreDBClient
  /** Makes the events of a stream older, instead of waiting. */
  readonly letPass: (stream: string, seconds: number) => Promise<void>
}

/** Does what the scenario says, and gives the answers in the words of the recorded ones. */
export async function replay(target: Target, scenario: Scenario): Promise<Answer[]> {
  const running = new Replay(target, uniqueNamesOf(scenario))
  const answers: Answer[] = []
  for (const [step, recorded] of scenario.steps) answers.push(await running.answer(step, recorded))
  return answers
}

class Replay {
  readonly #target: Target
  readonly #client: EventStoreDBClient
  readonly #names: UniqueNames
  readonly #lastRevisions = new Map<string, bigint>()
  /** Where the first append ended. */
  #start: Position | undefined

  constructor(target: Target, names: UniqueNames) {
    this.#target = target
    this.#client = target.client
    this.#names = names
  }

  async answer(step: Step, recorded: Answer): Promise<Answer> {
    try {
      return await this.#do(step, recorded)
    } catch (error) {
      return this.#failure(error)
    }
  }

  #do(step: Step, recorded: Answer): Promise<Answer> {
    switch (step.op) {
      case 'append':
        return this.#append(step)
      case 'read':
        return this.#read(step)
      case 'readAll':
        return this.#readAll(step)
      case 'readAllAt':
        return this.#readAllFrom(step)
      case 'readAllRaw':
        return this.#readLog(step, { commit: BigInt(step.commit), prepare: BigInt(step.prepare) })
      case 'subscribe':
        return this.#subscribe(step, recorded)
      case 'subscribeAll':
        return this.#subscribeAll(step, recorded)
      case 'subscribeAllAt':
        return this.#subscribeAllFrom(step, recorded)
      case 'delete':
      case 'tombstone':
        return this.#remove(step)
      case 'setMeta':
        return this.#describe(step)
      case 'getMeta':
        return this.#description(step)
      case 'sleep':
        return this.#letPass(step)
      default:
        return step satisfies never
    }
  }

  async #append(step: StepOf<'append'>): Promise<Answer> {
    const stream = this.#names.stream(step.stream)
    const events = this.#names.proposals(step)
    const expectedRevision = this.#revision(step.expected, stream)
    const result = await this.#client.appendToStream(stream, events, { expectedRevision })
    const { success, nextExpectedRevision, position } = result
    const answer = { success, next: String(nextExpectedRevision), position: placeOf(position) }
    if (events.length === 0) return answer
    this.#lastRevisions.set(stream, nextExpectedRevision)
    this.#start ??= position
    if (position === undefined) return answer
    const last = { direction: BACKWARDS, fromPosition: END, maxCount: 1 } as const
    const [found] = this.#names.own(await all(this.#client.readAll(last)))
    const positionIsLastEvents =
      found === undefined ? null : found.event?.position?.commit === position.commit
    return { ...answer, positionIsLastEvents }
  }

  async #read({ stream, from, direction, maxCount }: StepOf<'read'>): Promise<Answer> {
    const events = this.#client.readStream(this.#names.stream(stream), {
      fromRevision: placeIn(from),
      direction: directions[direction],
      maxCount,
    })
    return { events: this.#names.described(await all(events)) }
  }

  async #readAll({ from, direction, maxCount }: StepOf<'readAll'>): Promise<Answer> {
    const begun = await this.#written(FORWARDS)
    const middle = begun[Math.floor(begun.length / 2)]?.event?.position
    if (this.#start === undefined && direction === 'forwards') return { events: [] }
    const first = this.#start ?? START
    const place = from === 'end' ? END : from === 'event' ? (middle ?? first) : first
    return this.#readLog({ direction, maxCount }, place)
  }

  async #readAllFrom(step: StepOf<'readAllAt'>): Promise<Answer> {
    return this.#readLog(step, await this.#beside(step))
  }

  async #readLog(
    { direction, maxCount = 50 }: { direction: Direction; maxCount?: number },
    fromPosition: ReadPosition,
  ): Promise<Answer> {
    const options = { direction: directions[direction], fromPosition, maxCount }
    return { events: this.#names.described(await all(this.#client.readAll(options))) }
  }

  /** The scenario's events, from the last one of its first append on or, backwards, all of them. */
  async #written(direction: typeof FORWARDS | typeof BACKWARDS): Promise<ResolvedEvent[]> {
    const fromPosition = direction === BACKWARDS ? END : (this.#start ?? START)
    return this.#names.own(await all(this.#client.readAll({ direction, fromPosition })))
  }

  async #beside({ event, add }: { event: number; add: number }): Promise<Position> {
    const events = (await this.#written(BACKWARDS)).toReversed()
    const place = events[event]?.event?.position
    if (place === undefined) throw new Error('the scenario has no such event')
    return { commit: place.commit + BigInt(add), prepare: place.prepare + BigInt(add) }
  }

  async #subscribe({ stream, from }: StepOf<'subscribe'>, recorded: Answer): Promise<Answer> {
    const fromRevision = placeIn(from)
    const name = this.#names.stream(stream)
    return this.#received(
      await receive(this.#client.subscribeToStream(name, { fromRevision }), catchesUp(recorded)),
    )
  }

  async #subscribeAll({ filter }: StepOf<'subscribeAll'>, recorded: Answer): Promise<Answer> {
    const prefixes = filter.prefixes?.map(this.#names.stream)
    const wanted = prefixes
      ? streamNameFilter({ prefixes })
      : filter.typeRegex
        ? eventTypeFilter({ regex: filter.typeRegex })
        : eventTypeFilter({ prefixes: filter.types ?? [] })
    const fromPosition: ReadPosition = this.#start ?? END
    const subscription = this.#client.subscribeToAll({ fromPosition, filter: wanted })
    return this.#received(await receive(subscription, catchesUp(recorded)))
  }

  async #subscribeAllFrom(step: StepOf<'subscribeAllAt'>, recorded: Answer): Promise<Answer> {
    const fromPosition = await this.#beside(step)
    return this.#received(
      await receive(this.#client.subscribeToAll({ fromPosition }), catchesUp(recorded)),
    )
  }

  #received({ events, marks, error }: Received): Answer {
    const answer = { events: this.#names.described(events), marks }
    return error === undefined ? answer : { ...answer, error: this.#failure(error) }
  }

  async #remove({ op, stream, expected }: StepOf<'delete' | 'tombstone'>): Promise<Answer> {
    const name = this.#names.stream(stream)
    const expectedRevision = this.#revision(expected, name)
    const { position } =
      op === 'delete'
        ? await this.#client.deleteStream(name, { expectedRevision })
        : await this.#client.tombstoneStream(name, { expectedRevision })
    return { position: placeOf(position) }
  }

  async #describe({ stream, metadata, expected }: StepOf<'setMeta'>): Promise<Answer> {
    const name = this.#names.stream(stream)
    const expectedRevision = this.#revision(expected, `$$${name}`)
    const options = { expectedRevision }
    const result = await this.#client.setStreamMetadata(name, metadata, options)
    this.#lastRevisions.set(`$$${name}`, result.nextExpectedRevision)
    return { success: result.success, next: String(result.nextExpectedRevision) }
  }

  async #description({ stream }: StepOf<'getMeta'>): Promise<Answer> {
    const { metadata = null } = await this.#client.getStreamMetadata(this.#names.stream(stream))
    const asJson = JSON.stringify(metadata, (_key, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    )
    return { metadata: JSON.parse(asJson) }
  }

  async #letPass({ ms }: StepOf<'sleep'>): Promise<Answer> {
    for (const stream of this.#lastRevisions.keys()) await this.#target.letPass(stream, ms / 1000)
    return {}
  }

  #revision<Word extends string>(expected: Word | 'last' | 'beforeLast' | number, stream: string) {
    const last = this.#lastRevisions.get(stream) ?? -1n
    const before = expected === 'beforeLast' ? 1n : 0n
    if (typeof expected === 'number') return BigInt(expected)
    if (expected !== 'last' && expected !== 'beforeLast') return expected
    return last < before ? NO_STREAM : last - before
  }

  #failure(error: unknown): Answer {
    if (!(error instanceof Error)) throw error
    const of = (key: string): unknown => Reflect.get(error, key)
    const named = (key: string) => this.#names.named(String(of(key)))
    const failure: Answer = { error: error.constructor.name, type: of('type') ?? null }
    if (of('actualVersion') !== undefined) failure['actual'] = named('actualVersion')
    if (of('expectedVersion') !== undefined) failure['expected'] = named('expectedVersion')
    if (of('maxAppendSize') !== undefined) failure['max'] = named('maxAppendSize')
    if (of('streamName') !== undefined) failure['stream'] = named('streamName')
    if (of('type') === 'unknown') failure['message'] = named('message').slice(0, 80)
    return failure
  }
}

const directions = { forwards: FORWARDS, backwards: BACKWARDS } as const
type Direction = keyof typeof directions

const placeIn = (from: string | number) =>
  from === 'start' ? START : from === 'end' ? END : BigInt(from)

const placeOf = (position: Position | undefined) =>
  position === undefined ? 'none' : position.commit === position.prepare ? 'there' : 'apart'

/** Waits without a limit until a subscriber has received something. */
const catchesUp = ({ marks, error }: Answer) =>
  error !== undefined || (Array.isArray(marks) && marks.length > 0)
