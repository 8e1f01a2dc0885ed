import { createHash } from 'node:crypto'
import { WrongExpectedVersionError } from '@eventstore/db-client'
import type { Write } from '#kernel/platform/event-store/append-request.ts'
import type { Appended, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { decideAppend } from '#stack/event-store/writing/decide.ts'
import { newStream } from '#stack/event-store/writing/stream-state.ts'

/** The one log of a simulation: what is in it stays, whoever ends. */
export interface SimulatedLog {
  /** As the embedded node decides it. Throws what the official client throws. */
  readonly append: (write: Write, storedAt: number) => Appended
  readonly stream: (name: string) => readonly StoredEvent[]
  readonly events: () => readonly StoredEvent[]
  /** Called after each append, until it is called itself. */
  readonly listen: (heard: () => void) => () => void
}

const POSITIONS_PER_EVENT = 100n

export function simulatedLog(before: readonly StoredEvent[] = []): SimulatedLog {
  const events: StoredEvent[] = []
  const streams = new Map<string, StoredEvent[]>()
  const listeners = new Set<() => void>()
  for (const event of before) put(event)

  function put(event: StoredEvent) {
    events.push(event)
    const stream = streams.get(event.stream)
    if (stream === undefined) streams.set(event.stream, [event])
    else stream.push(event)
  }

  return {
    stream: (name) => streams.get(name) ?? [],
    events: () => events,
    listen(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },

    append({ stream, expected: wanted, messages }, storedAt) {
      const there = streams.get(stream) ?? []
      const expected = wanted === 'no_stream' ? -1n : wanted
      const last = BigInt(there.length) - 1n
      const proposed = messages.map((message) => ({
        id: message.getId()?.getString() ?? '',
        type: message.getMetadataMap().get('type') ?? '',
        contentType: 'application/json',
        data: message.getData_asU8(),
        metadata: message.getCustomMetadata_asU8(),
      }))
      const history = there.slice(Number(expected) + 1, Number(expected) + 1 + proposed.length)
      const decision = decideAppend(
        { stream, expected, events: proposed },
        { ...newStream, last },
        history.map(({ id, revision, position }) => ({
          id,
          revision,
          position: BigInt(position.toString()),
        })),
      )
      if (decision.kind === 'repeat') {
        return { revision: decision.last.revision, position: logPosition(decision.last.position) }
      }
      if (decision.kind !== 'write') {
        throw new WrongExpectedVersionError(undefined, {
          streamName: stream,
          expected: wanted,
          current: last < 0n ? 'no_stream' : last,
        })
      }
      for (const [index, { id, type, data, metadata }] of proposed.entries()) {
        put({
          id,
          type,
          stream,
          revision: expected + 1n + BigInt(index),
          data: jsonOf(data),
          metadata: jsonOf(metadata),
          position: logPosition(BigInt(events.length + 1) * POSITIONS_PER_EVENT),
          isGenuine: true,
          storedAt,
        })
      }
      for (const heard of listeners) heard()
      const end = events.at(-1)
      if (end === undefined) throw new Error('an append without events')
      return { revision: end.revision, position: end.position }
    },
  }
}

const jsonOf = (bytes: Uint8Array): StoredEvent['data'] => JSON.parse(Buffer.from(bytes).toString())

/** Equal for equal logs. */
export function digestOf(events: readonly StoredEvent[]): string {
  const hash = createHash('sha256')
  for (const { stream, revision, type, id, data, metadata } of events) {
    hash.update(JSON.stringify([stream, `${revision}`, type, id, data, metadata]))
  }
  return hash.digest('hex')
}
