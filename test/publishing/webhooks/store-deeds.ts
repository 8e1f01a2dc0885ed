import type pg from 'pg'
import { expect } from 'vitest'
import {
  type LogPosition,
  logPosition,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import { cancelReplay } from '#publishing/webhooks/replays/cancel-replay-command.ts'
import { skip } from '#publishing/webhooks/sending/skip-command.ts'
import type { DeliveryStore } from '#publishing/webhooks/store/open-store.ts'
import type { NewDelivery, Replay } from '#publishing/webhooks/store/store.ts'
import {
  type AskedReplay,
  delivered,
  dueNow,
  failed,
  headsOf,
  type ModelledStore,
  skipped,
  type Waiting,
  withDeliveries,
} from './store-model.ts'

export const ENDPOINTS = ['a', 'b'] as const
const RECORDS = ['customer 1', 'customer 2'] as const
const HOUR_MS = 3_600_000

/** The log that is distributed: of each position who gets it. */
const LOG = Array.from({ length: 60 }, (_, index): NewDelivery => {
  const position = logPosition(BigInt(index + 1))
  const endpointId = ENDPOINTS[index % 2] ?? 'a'
  const record = RECORDS[(index >> 1) % 2] ?? ''
  return {
    endpointId,
    position,
    webhookId: `w${String(position)}`,
    record,
    type: 'any',
    body: '{}',
  }
})
const between = (after: LogPosition, upTo: LogPosition) =>
  LOG.filter(({ position }) => position > after && position <= upTo)
const placeAt = (position: LogPosition) => ({ position, lastEvent: undefined })
const behind = (position: LogPosition, count: number) =>
  logPosition(BigInt(String(position)) + BigInt(count))

/** The tables, and what they should say. */
export interface Run {
  readonly store: DeliveryStore
  readonly pool: pg.Pool
  model: ModelledStore
  /** What a sender has taken; in the meantime it may be skipped, or another one is before it. */
  taken: readonly Waiting[]
  turns: number
}

export interface Chance {
  /** Which of those that there are. */
  readonly which: number
  readonly count: number
  readonly isIt: boolean
}

const oneOf = <Value>(all: readonly Value[], { which }: Chance): Value | undefined =>
  all.length === 0 ? undefined : all[which % all.length]

const endpointBy = (chance: Chance) => oneOf(ENDPOINTS, chance) ?? 'a'

/** Each is done to the tables and to the model. */
export const deeds: Readonly<Record<string, (run: Run, chance: Chance) => Promise<void>>> = {
  distributes: (run, { count }) => distribute(run, { count }),
  'changes an endpoint': (run, chance) => distribute(run, { count: 1, changes: chance }),
  'cannot read': (run, chance) => distribute(run, { count: 1, standsStill: endpointBy(chance) }),
  'enables and cannot read': (run, chance) =>
    distribute(run, { count: 1, changes: chance, standsStill: endpointBy(chance) }),

  async delivers(run, chance) {
    const due = oneOf([...run.taken, ...headsOf(run.model.waiting)], chance)
    if (due === undefined) return
    await run.store.delivered(due, { outcome: 'delivered', status: 200, durationMs: 1.5 })
    run.model = delivered(run.model, due)
  },

  async fails(run, chance) {
    const due = oneOf([...run.taken, ...headsOf(run.model.waiting)], chance)
    if (due === undefined) return
    const [pauses, isOfEndpoint] = [chance.isIt, chance.count > 2]
    const attempted = { outcome: 'refused', status: null, durationMs: 1 }
    const failure = { pauseMs: pauses ? HOUR_MS : 0, isOfEndpoint }
    const failing = await run.store.failed(due, attempted, failure)
    run.model = failed(run.model, due, { pauses, isOfEndpoint })
    const counts =
      isOfEndpoint && run.model.waiting.some(({ position }) => position === due.position)
    expect([failing.ms > 0, failing.triedMs > 0]).toEqual([counts, counts])
  },

  async skips(run, chance) {
    const given = oneOf(run.model.waiting, chance)
    if (given === undefined) return
    const named = [given.endpointId, given.webhookId] as const
    expect([await skip(run.pool, named), await skip(run.pool, named)]).toEqual([true, false])
    run.model = skipped(run.model, given)
  },

  async 'asks for a replay'(run, chance) {
    const endpointId = endpointBy(chance)
    const { rows } = await run.pool.query<{ id: string }>(
      `insert into webhooks.replay (endpoint_id, since, position) values ($1, now(), 0)
       returning id::text`,
      [endpointId],
    )
    const id = rows[0]?.id ?? ''
    ask(run, { id, endpointId, isOfStandstill: false, reached: START_OF_LOG, failure: null })
  },

  async 'goes on with a replay'(run, chance) {
    const replay = oneOf(run.model.replays, chance)
    if (replay === undefined) return
    const end = behind(replay.reached, chance.count)
    const isOver = end >= run.model.place
    const deliveries = between(replay.reached, isOver ? run.model.place : end).filter(
      ({ endpointId }) => endpointId === replay.endpointId,
    )
    const failure = chance.isIt && !isOver ? 'unreadable' : null
    const reached = isOver ? undefined : placeAt(end)
    await run.store.addAgain(asKept(run, replay), { deliveries, reached, failure })
    run.model = withDeliveries(run.model, deliveries)
    if (isOver) leaveOut(run, replay)
    else change(run, replay, { reached: end, failure })
  },

  async 'goes on with a replay that was cancelled'(run, chance) {
    const replay = oneOf(run.model.replays, chance)
    if (replay === undefined || replay.isOfStandstill) return
    const gone = await cancelReplay(run.pool, replay.id)
    expect(gone?.endpoint).toBe(replay.endpointId)
    leaveOut(run, replay)
    const part = { deliveries: LOG.slice(0, 4), failure: null }
    const reached = chance.isIt ? undefined : placeAt(logPosition(4n))
    await run.store.addAgain(asKept(run, replay), { ...part, reached })
  },

  async 'cancels what nobody asked for'(run, chance) {
    const replay = oneOf(
      run.model.replays.filter((one) => one.isOfStandstill),
      chance,
    )
    if (replay !== undefined) expect(await cancelReplay(run.pool, replay.id)).toBeUndefined()
  },

  async 'puts a replay off'(run, chance) {
    const replay = oneOf(run.model.replays, chance)
    if (replay === undefined) return
    await run.store.putOff(asKept(run, replay), 0)
    run.turns += 1
    change(run, replay, { turn: run.turns })
  },

  async 'tries again to read'(run) {
    await run.store.tryAgain()
    readAgain(run, (endpointId) => run.model.endpoints.get(endpointId) === true)
  },
}

interface Batch {
  readonly count: number
  readonly changes?: Chance
  readonly standsStill?: string
}

async function distribute(run: Run, { count, changes, standsStill }: Batch) {
  const before = run.model.place
  const place = behind(before, count)
  if (place > logPosition(BigInt(LOG.length))) return
  const id = changes && endpointBy(changes)
  const endpoints =
    id === undefined ? [] : [{ id, isEnabled: changes?.isIt ?? true, isGivenUp: false }]
  const deliveries = between(before, place)
  const found = standsStill === undefined ? [] : [standsStill, standsStill]
  const standstills = found.map((endpointId, index) => ({
    endpointId,
    reached: placeAt(behind(before, 1 - index)),
    failure: 'unreadable',
  }))
  await run.store.add({ deliveries, endpoints, standstills, upTo: placeAt(place) })
  const stood = run.model.replays.some(
    (one) => one.endpointId === standsStill && one.isOfStandstill && one.failure !== null,
  )
  run.model = { ...withDeliveries(run.model, deliveries), place }
  for (const { id: changed, isEnabled } of endpoints) {
    const { model } = run
    const heads = headsOf(model.waiting)
    run.model = {
      ...model,
      endpoints: new Map(model.endpoints).set(changed, isEnabled),
      failing: new Set([...model.failing].filter((one) => one !== changed)),
      waiting: model.waiting.map((one) =>
        one.endpointId === changed && heads.includes(one) ? dueNow(one) : one,
      ),
    }
    if (isEnabled) readAgain(run, (endpointId) => endpointId === changed)
  }
  if (standsStill === undefined || stood) return
  const isReadAgain = id === standsStill && changes?.isIt === true
  const { rows } = await run.pool.query<{ id: string }>(
    'select max(id)::text as id from webhooks.replay',
  )
  const failure = isReadAgain ? null : 'unreadable'
  const standstill = { id: rows[0]?.id ?? '', endpointId: standsStill, reached: before, failure }
  ask(run, { ...standstill, isOfStandstill: true })
}

const asKept = ({ model }: Run, { id, endpointId, reached }: AskedReplay): Replay => ({
  id,
  endpointId,
  since: 0,
  reached: placeAt(reached),
  upTo: model.place,
})

function ask(run: Run, replay: Omit<AskedReplay, 'turn'>) {
  run.turns += 1
  run.model = { ...run.model, replays: [...run.model.replays, { ...replay, turn: run.turns }] }
}

const leaveOut = (run: Run, { id }: AskedReplay) => {
  run.model = { ...run.model, replays: run.model.replays.filter((one) => one.id !== id) }
}

const change = (run: Run, { id }: AskedReplay, changed: Partial<AskedReplay>) => {
  const replays = run.model.replays.map((one) => (one.id === id ? { ...one, ...changed } : one))
  run.model = { ...run.model, replays }
}

const readAgain = (run: Run, isMeant: (endpointId: string) => boolean) => {
  const replays = run.model.replays.map((one) =>
    isMeant(one.endpointId) ? { ...one, failure: null } : one,
  )
  run.model = { ...run.model, replays }
}
