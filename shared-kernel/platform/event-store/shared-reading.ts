import type { EventMacs, LogPlace, StoredEvent } from './event-store.ts'
import type { LogPosition } from './log-position.ts'
import { readAlone } from './lone-reading.ts'
import type { StoreClient } from './store-client.ts'
import type { Seen } from './stored-event.ts'

/** A feed that is fewer events behind can join; fewer, if they are large. */
const REMEMBERED = 1_024
const REMEMBERED_BYTES = 8 * 1024 * 1024

/** A feed that takes part in a shared reading. */
export interface Member {
  /** False ends its membership: it has no room for more. */
  readonly receive: (event: StoredEvent, bytes: number) => boolean
  /** Up to here nothing is wanted but what it has received. */
  readonly passed: (position: LogPosition) => void
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
  /** Gives the member every event behind a place; undefined if the reading is too far ahead. */
  readonly join: (client: StoreClient, after: LogPlace, member: Member) => Membership | undefined
}

/** One reading for each client: opened for its first member, and closed behind its last one. */
export function createSharedReadings(macs: EventMacs): SharedReadings {
  const readings = new WeakMap<StoreClient, Reading>()
  return {
    join(client, after, member) {
      const reading =
        readings.get(client) ??
        openReading({ client, after, macs, closed: () => readings.delete(client) })
      readings.set(client, reading)
      return reading.join(after.position, member)
    },
  }
}

interface Reading {
  readonly join: (after: LogPosition, member: Member) => Membership | undefined
}

interface ReadingOptions {
  readonly client: StoreClient
  readonly after: LogPlace
  readonly macs: EventMacs
  readonly closed: () => void
}

function openReading({ client, after, macs, closed }: ReadingOptions): Reading {
  /** Each with the position behind which it wants events: it may be ahead of this reading. */
  const members = new Map<Member, LogPosition>()
  /** All that came behind `knownSince`. */
  let recent: Seen[] = []
  let recentBytes = 0
  let knownSince = after.position

  const source = readAlone(
    { client, after, wanted: {}, macs },
    {
      heard() {
        for (const member of members.keys()) member.heard()
      },
      receive: (event, bytes) => take({ position: event.position, event, bytes }),
      checkpoint: (position) => take({ position }),
      caughtUp: () => undefined,
      drop: giveUp,
    },
  )
  function close() {
    closed()
    source.cancel()
  }
  function take(seen: Seen) {
    remember(seen)
    for (const member of members.keys()) give(member, seen)
  }
  function remember(seen: Seen) {
    recent.push(seen)
    recentBytes += seen.bytes ?? 0
    if (recent.length < 2 * REMEMBERED && recentBytes < 2 * REMEMBERED_BYTES) return
    const forgotten = Math.ceil(recent.length / 2)
    knownSince = recent[forgotten - 1]?.position ?? knownSince
    recent = recent.slice(forgotten)
    recentBytes = recent.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  }
  function give(member: Member, { position, event, bytes = 0 }: Seen) {
    const behind = members.get(member)
    if (behind === undefined || position <= behind) return
    if (event === undefined) member.passed(position)
    else if (!member.receive(event, bytes)) leave(member)
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
      for (const seen of recent) give(member, seen)
      return { leave: () => leave(member), giveUp }
    },
  }
}
