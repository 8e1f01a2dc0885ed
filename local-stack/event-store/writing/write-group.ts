import { createGroup, type Group } from './group.ts'
import type { LogStorage } from './log-storage.ts'
import type { Outcome } from './outcome.ts'
import { describedStream, isMetastream } from './stream-state.ts'
import type { WriteRequest } from './write-request.ts'

/** Decides on each request in order, and writes the resulting events in one transaction. */
export async function writeGroup(
  storage: LogStorage,
  requests: readonly WriteRequest[],
  next: () => readonly WriteRequest[],
): Promise<readonly Outcome[]> {
  const unknown = requests.filter(({ stream }) => !storage.states.has(describedStream(stream)))
  const newStreams = new Set<string>()
  // A stream expected to be new mostly is. The insert detects the rest, which saves a query.
  if (unknown.every(expectsNewStream)) for (const { stream } of unknown) newStreams.add(stream)
  else await loadStates(storage, unknown)
  const first = await decideAll(storage, requests, newStreams)
  if (await write(storage, first.group, { newStreams, next })) return first.outcomes
  await loadStates(storage, unknown)
  const second = await decideAll(storage, requests, new Set())
  await write(storage, second.group, { newStreams: new Set(), next })
  return second.outcomes
}

const expectsNewStream = (request: WriteRequest) =>
  request.kind === 'append' &&
  request.expected === -1n &&
  request.events.length > 0 &&
  !isMetastream(request.stream)

const loadStates = ({ states }: LogStorage, requests: readonly WriteRequest[]) =>
  states.load(new Set(requests.map(({ stream }) => describedStream(stream))))

async function decideAll(
  storage: LogStorage,
  requests: readonly WriteRequest[],
  newStreams: ReadonlySet<string>,
) {
  const group = createGroup(storage, newStreams)
  const outcomes: Outcome[] = []
  for (const request of requests) {
    outcomes.push(request.isAbandoned() ? { kind: 'abandoned' } : await group.decide(request))
  }
  return { group, outcomes }
}

async function write(
  storage: LogStorage,
  { events, states }: Group,
  also: {
    readonly newStreams: ReadonlySet<string>
    readonly next: () => readonly WriteRequest[]
  },
): Promise<boolean> {
  if (events.length === 0) return true
  const inserted = storage.insert(events, [...also.newStreams])
  // During the insert, load the states for the next group. This group's streams will be cached.
  const isOfInterest = (request: WriteRequest) =>
    !expectsNewStream(request) && !states.has(describedStream(request.stream))
  const [isWritten] = await Promise.all([
    inserted,
    loadStates(storage, also.next().filter(isOfInterest)),
  ])
  if (!isWritten) return false
  for (const [stream, state] of states) storage.states.set(stream, state)
  storage.publish(events)
  return true
}
