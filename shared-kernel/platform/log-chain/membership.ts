import type { Pool } from 'pg'
import { chainLinks, type Link } from './blocks.ts'

/** How far ahead an event is looked for, should the log not be the one that was hashed. */
const WINDOW = 1_000

export interface ChainMembership {
  /** Whether the chain has the event; asked for all events in the order of the log. */
  readonly has: (eventId: string) => Promise<boolean>
}

/** Other programs' events are no longer hashed. A chain of an earlier version has those of its time. */
export function chainMembership(pool: Pool, count: number): ChainMembership {
  const links = chainLinks(pool, count)
  let ahead: Link[] = []
  let isAllAhead = false
  let at = 0

  async function lookAhead() {
    if (ahead.length - at > WINDOW || isAllAhead) return
    ahead = ahead.slice(at)
    at = 0
    while (ahead.length <= 2 * WINDOW) {
      const { value, done } = await links.next()
      if (done === true) {
        isAllAhead = true
        return
      }
      ahead.push(value)
    }
  }

  return {
    async has(eventId) {
      await lookAhead()
      const end = Math.min(ahead.length, at + WINDOW)
      for (let index = at; index < end; index += 1) {
        if (ahead[index]?.eventId !== eventId) continue
        at = index + 1
        return true
      }
      return false
    },
  }
}

interface Event {
  readonly id: string
  readonly isNeighbours?: true
}

/** Our events, and those of other programs that the chain has. */
export async function chained<Of extends Event>(
  membership: ChainMembership,
  events: readonly Of[],
): Promise<readonly Of[]> {
  const counted: Of[] = []
  for (const event of events) {
    const isHashed = await membership.has(event.id)
    if (isHashed || event.isNeighbours !== true) counted.push(event)
  }
  return counted
}
