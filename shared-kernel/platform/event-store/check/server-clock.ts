import { offsetOf } from '../../checks/clock-offset.ts'
import type { EventStoreAddress } from '../address.ts'
import { type GossipMember, membersAt } from './gossip.ts'

/** What gossip says of a clock is up to that old. */
const GOSSIP_STALE_MS = 2_000

/** By how much this machine's clock is ahead of the leader's, by gossip that came within a time. */
export function offsetToLeader(
  members: readonly GossipMember[],
  within: { readonly before: number; readonly after: number },
): number | undefined {
  const alive = members.filter(({ isAlive }) => isAlive)
  const { clockMs } = alive.find(({ isLeader }) => isLeader) ?? alive[0] ?? {}
  return clockMs && offsetOf({ ...within, other: clockMs, staleMs: GOSSIP_STALE_MS })
}

/** The same of the first node that answers; undefined if it says nothing of its clock. */
export async function gossipOffset(address: EventStoreAddress): Promise<number | undefined> {
  return Promise.any(
    address.hosts.map(async (host) => {
      const before = Date.now()
      const members = await membersAt(host, address)
      return offsetToLeader(members, { before, after: Date.now() })
    }),
  )
}
