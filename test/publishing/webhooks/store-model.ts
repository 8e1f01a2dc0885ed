import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { NewDelivery } from '#publishing/webhooks/store/store.ts'

// What the statements of the store mean, in plain code: no index, no mark, nothing that is kept twice.

export interface Waiting extends NewDelivery {
  readonly attempts: number
  /** Until the pause after a failure is over; a test does not live to see that. */
  readonly pauses: boolean
}

export interface AskedReplay {
  readonly id: string
  readonly endpointId: string
  /** Nobody asked for it: it goes on behind an event that could not be read. */
  readonly isOfStandstill: boolean
  readonly reached: LogPosition
  readonly failure: string | null
  /** Since when it may go on; of equal endpoints the first is next. */
  readonly turn: number
}

export interface ModelledStore {
  readonly place: LogPosition
  readonly endpoints: ReadonlyMap<string, boolean>
  readonly waiting: readonly Waiting[]
  readonly replays: readonly AskedReplay[]
  readonly failing: ReadonlySet<string>
  /** Webhook id, number and outcome of each attempt. */
  readonly attempts: readonly (readonly [string, number, string])[]
}

export const emptyStore: ModelledStore = {
  place: START_OF_LOG,
  endpoints: new Map(),
  waiting: [],
  replays: [],
  failing: new Set(),
  attempts: [],
}

type Identified = Pick<NewDelivery, 'endpointId' | 'position' | 'record'>

const isSame = (one: Identified) => (other: Identified) =>
  one.endpointId === other.endpointId && one.position === other.position

const isOfRecord = (one: Identified) => (other: Identified) =>
  one.endpointId === other.endpointId && one.record === other.record

/** The oldest of each record: it alone may be sent. */
export const headsOf = (waiting: readonly Waiting[]): readonly Waiting[] =>
  waiting.filter(
    (one) => !waiting.some((other) => isOfRecord(one)(other) && other.position < one.position),
  )

const isHeadIn = (waiting: readonly Waiting[], one: Identified) =>
  headsOf(waiting).some(isSame(one))

export const dueNow = (one: Waiting): Waiting => ({ ...one, pauses: false })

/** What is there stays as it is; a head that comes behind another one is due again. */
export function withDeliveries(
  { waiting, ...store }: ModelledStore,
  added: readonly NewDelivery[],
): ModelledStore {
  const fresh = added
    .filter((one) => !waiting.some(isSame(one)))
    .map((one): Waiting => Object.assign({ attempts: 0, pauses: false }, one))
  const all = [...waiting, ...fresh]
  const isBehind = (one: Waiting) => isHeadIn(waiting, one) && !isHeadIn(all, one)
  return { ...store, waiting: all.map((one) => (isBehind(one) ? dueNow(one) : one)) }
}

/** Those that may be sent now. While a replay is under way, none behind it. */
export function dueIn(
  { waiting, replays }: ModelledStore,
  endpointId: string,
  except: readonly string[],
): readonly Waiting[] {
  const reached = replays.filter((one) => one.endpointId === endpointId).map((one) => one.reached)
  return headsOf(waiting).filter(
    (one) =>
      one.endpointId === endpointId &&
      !one.pauses &&
      !except.includes(one.record) &&
      reached.every((place) => one.position <= place),
  )
}

export function delivered(store: ModelledStore, due: Waiting): ModelledStore {
  const isGone = isHeadIn(store.waiting, due)
  return {
    ...store,
    waiting: isGone ? store.waiting.filter((one) => !isSame(due)(one)) : store.waiting,
    failing: new Set([...store.failing].filter((id) => id !== due.endpointId)),
    attempts: [...store.attempts, [due.webhookId, due.attempts + 1, 'delivered']],
  }
}

export function failed(
  store: ModelledStore,
  due: Waiting,
  { pauses, isOfEndpoint }: { readonly pauses: boolean; readonly isOfEndpoint: boolean },
): ModelledStore {
  const isThere = store.waiting.some(isSame(due))
  const failing = isThere && isOfEndpoint ? [due.endpointId] : []
  return {
    ...store,
    waiting: store.waiting.map((one) =>
      isSame(due)(one) ? { ...one, attempts: due.attempts + 1, pauses } : one,
    ),
    failing: new Set([...store.failing, ...failing]),
    attempts: [...store.attempts, [due.webhookId, due.attempts + 1, 'refused'] as const],
  }
}

/** An endpoint for which nothing waits any more does not fail. */
export function skipped(store: ModelledStore, given: Waiting): ModelledStore {
  const waiting = store.waiting.filter((one) => !isSame(given)(one))
  const isOver = !waiting.some(({ endpointId }) => endpointId === given.endpointId)
  return {
    ...store,
    waiting,
    failing: new Set([...store.failing].filter((id) => !isOver || id !== given.endpointId)),
    attempts: [...store.attempts, [given.webhookId, given.attempts, 'skipped']],
  }
}

/** The next endpoint behind the one named, or the first; of that the replay that waits longest. */
export function nextReplayIn(
  { endpoints, replays }: ModelledStore,
  asked: readonly string[],
  behind: string,
): AskedReplay | undefined {
  const able = replays.filter(
    ({ endpointId, failure }) =>
      failure === null && endpoints.get(endpointId) === true && asked.includes(endpointId),
  )
  const place = ({ endpointId, turn }: AskedReplay) =>
    [endpointId > behind ? 0 : 1, endpointId, turn] as const
  return able.toSorted((one, other) => (isBefore(place(one), place(other)) ? -1 : 1))[0]
}

type Place = readonly [number, string, number]

function isBefore([one, endpoint, turn]: Place, [other, otherEndpoint, otherTurn]: Place) {
  if (one !== other) return one < other
  return endpoint === otherEndpoint ? turn < otherTurn : endpoint < otherEndpoint
}
