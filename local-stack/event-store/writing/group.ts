import { randomUUID } from 'node:crypto'
import { positionBehind } from '../position.ts'
import { type ProposedEvent, type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'
import {
  type AppendRequest,
  type DeleteRequest,
  decideAppend,
  decideDelete,
  type EarlierEvent,
  neededHistory,
} from './decide.ts'
import type { LogStorage } from './log-storage.ts'
import type { Outcome } from './outcome.ts'
import { withTruncation } from './stream-metadata.ts'
import {
  describedStream,
  firstVisibleRevision,
  lastRevision,
  newStream,
  type StreamState,
  withEvent,
} from './stream-state.ts'
import type { WriteRequest } from './write-request.ts'

const TICKS_PER_MILLISECOND = 10_000n

/** The events that one transaction will write. Each decision sees the events of those before it. */
export interface Group {
  readonly events: readonly RecordedEvent[]
  /** The states of the streams after the transaction. */
  readonly states: ReadonlyMap<string, StreamState>
  readonly decide: (request: WriteRequest) => Promise<Outcome>
}

export function createGroup(storage: LogStorage, newStreams: ReadonlySet<string>): Group {
  const { events, states, stateOf, record } = createDraft(storage, newStreams)
  const historyOf = async (request: AppendRequest, state: StreamState) => {
    const needed = neededHistory(request, state)
    if (needed === undefined) return []
    const ids = new Set(needed.ids)
    const isNeeded = (event: EarlierEvent & { readonly stream: string }) =>
      event.stream === needed.stream &&
      event.revision >= needed.from &&
      event.revision <= needed.to &&
      (needed.ids === undefined || ids.has(event.id))
    return [...(await storage.history(needed)), ...events.filter(isNeeded)]
  }
  /** The answer to an append without events. */
  const endOf = (stream: string, state: StreamState) => {
    const position = events.at(-1)?.position ?? storage.head().position
    return { revision: lastRevision(state, stream), position }
  }
  /** Old events stay hidden, and the rest of the stream's metadata does not change. */
  const undelete = async (stream: string, firstVisible: bigint) => {
    const metastream = `$$${stream}`
    const ofGroup = events.findLast((event) => event.stream === metastream)
    const description = ofGroup ?? (await storage.description(stream))
    const json = description && withTruncation(description, firstVisible)
    if (json !== undefined) record(metastream, systemEvent('$metadata', json))
  }
  const append = async (request: AppendRequest): Promise<Outcome> => {
    const { stream } = request
    const state = stateOf(describedStream(stream))
    const decision = decideAppend(
      request,
      state,
      await historyOf(request, state),
      storage.takesNothingAnywhere,
    )
    if (decision.kind === 'repeat') {
      const { revision, position } = decision.last
      const isVisible = revision >= firstVisibleRevision(state, stream)
      return { kind: 'done', revision, position: isVisible ? position : undefined }
    }
    if (decision.kind !== 'write') return decision
    const isWrittenAgain = state.metadata.isSoftDeleted
    const written = request.events.map((event) => record(stream, event)).at(-1)
    if (isWrittenAgain) await undelete(describedStream(stream), state.last + 1n)
    return { ...(written ?? endOf(stream, state)), kind: 'done' }
  }
  const remove = (request: DeleteRequest): Outcome => {
    const { stream, forever } = request
    const decision = decideDelete(request, stateOf(stream))
    if (decision.kind !== 'write') return decision
    const { position, revision } = forever
      ? record(stream, tombstone(), TOMBSTONE_REVISION)
      : record(`$$${stream}`, deletion())
    return { kind: 'done', revision, position }
  }
  return {
    events,
    states,
    decide: async (request) => (request.kind === 'append' ? append(request) : remove(request)),
  }
}

/** The events so far, and the states of their streams after them. */
function createDraft(storage: LogStorage, newStreams: ReadonlySet<string>) {
  const events: RecordedEvent[] = []
  const states = new Map<string, StreamState>()
  const head = storage.head()
  const created = laterOf(BigInt(storage.now()) * TICKS_PER_MILLISECOND, head.created)
  let position = head.next
  const stateOf = (stream: string) =>
    states.get(stream) ?? (newStreams.has(stream) ? newStream : storage.states.get(stream))
  const record = (stream: string, event: ProposedEvent, revision?: bigint) => {
    const described = describedStream(stream)
    const state = stateOf(described)
    const recorded = {
      ...event,
      stream,
      revision: revision ?? lastRevision(state, stream) + 1n,
      position,
      created,
    }
    position = positionBehind(recorded)
    events.push(recorded)
    states.set(described, withEvent(state, recorded))
    return recorded
  }
  return { events, states, stateOf, record }
}

const laterOf = (one: bigint, other: bigint) => (one > other ? one : other)

const deletion = () => systemEvent('$metadata', `{"$tb":${TOMBSTONE_REVISION}}`)

const tombstone = () => systemEvent('$streamDeleted', '')

const systemEvent = (type: string, json: string): ProposedEvent => ({
  id: randomUUID(),
  type,
  contentType: json === '' ? 'application/octet-stream' : 'application/json',
  data: Buffer.from(json),
  metadata: new Uint8Array(),
})
