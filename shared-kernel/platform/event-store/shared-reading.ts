import type { EventStoreDBClient } from '@eventstore/db-client'
import type { EventMacs, StoredEvent } from './event-store.ts'
import type { LogPosition } from './log-position.ts'
import { readAlone } from './lone-reading.ts'

/** A feed that is fewer events behind can join. */
const REMEMBERED = 1_024

/** A feed that takes part in a shared reading. */
export interface Member {
  /** False ends its membership: it has no room for more. */
  readonly receive: (event: StoredEvent) => boolean
  /** A sign of life. */
  readonly heard: () => void
  readonly drop: (reason: Error) => void
}

export interface Membership {
  readonly leave: () => void
  /** Ends the reading for all members: nothing comes any more. */
  readonly giveUp: (reason: Error) => void
}

/** One reading of the whole log for all followers of a process that are at its end. */
export interface SharedReadings {
  /** Gives the member every event behind a position; undefined if the reading is too far ahead. */
  readonly join: (
    client: EventStoreDBClient,
    after: LogPosition,
    member: Member,
  ) => Membership | undefined
}

/** One reading for each client: opened for its first member, and closed behind its last one. */
export function createSharedReadings(macs: EventMacs): SharedReadings {
  const readings = new WeakMap<EventStoreDBClient, Reading>()
  return {
    join(client, after, member) {
      const reading =
        readings.get(client) ??
        openReading({ client, after, macs, closed: () => readings.delete(client) })
      readings.set(client, reading)
      return reading.join(after, member)
    },
  }
}

interface Reading {
  readonly join: (after: LogPosition, member: Member) => Membership | undefined
}

interface ReadingOptions {
  readonly client: EventStoreDBClient
  readonly after: LogPosition
  readonly macs: EventMacs
  readonly closed: () => void
}

function openReading({ client, after, macs, closed }: ReadingOptions): Reading {
  /** Each with the position behind which it wants events: it may be ahead of this reading. */
  const members = new Map<Member, LogPosition>()
  /** Every event that came behind `knownSince`. */
  let recent: StoredEvent[] = []
  let knownSince = after

  const source = readAlone(
    { client, after, wanted: {}, macs },
    {
      heard() {
        for (const member of members.keys()) member.heard()
      },
      receive(event) {
        remember(event)
        for (const member of members.keys()) give(member, event)
      },
      checkpoint: () => undefined,
      caughtUp: () => undefined,
      drop: giveUp,
    },
  )
  function close() {
    closed()
    source.cancel()
  }
  function remember(event: StoredEvent) {
    recent.push(event)
    if (recent.length < 2 * REMEMBERED) return
    knownSince = recent[REMEMBERED - 1]?.position ?? knownSince
    recent = recent.slice(REMEMBERED)
  }
  function give(member: Member, event: StoredEvent) {
    const behind = members.get(member)
    if (behind !== undefined && event.position > behind && !member.receive(event)) leave(member)
  }
  function leave(member: Member) {
    if (members.delete(member) && members.size === 0) close()
  }
  function giveUp(reason: Error) {
    const left = [...members.keys()]
    members.clear()
    close()
    for (const member of left) member.drop(reason)
  }

  return {
    join(position, member) {
      if (position < knownSince) return undefined
      members.set(member, position)
      for (const event of recent) give(member, event)
      return { leave: () => leave(member), giveUp }
    },
  }
}
