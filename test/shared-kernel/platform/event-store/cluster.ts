import type { ClusterMember } from '#stack/event-store/protocol/gossip.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { type FaultyNetwork, faultyNetworkForThisTest } from '#test/support/faulty-network.ts'
import { type Relay, relayForThisTest } from './relay.ts'

/** A node of a cluster: what it takes and answers, and the network in front of it. */
export interface Member {
  readonly port: number
  readonly relay: Relay
  readonly network: FaultyNetwork
}

/** Three nodes with one log, as a cluster looks from outside; their gossip says what the test lets it say. */
export interface Cluster {
  readonly url: string
  readonly members: readonly [Member, Member, Member]
  /** Undefined while the others elect one. */
  readonly elect: (leader: Member | undefined) => void
  /** The gossip calls it dead. */
  readonly bury: (member: Member) => void
}

/** How a leader can end. */
export const endsOfLeader: readonly (readonly [how: string, end: (leader: Member) => void])[] = [
  ['freezes', ({ network }) => network.freeze()],
  ['is killed', ({ network }) => network.end()],
  [
    'answers reads, but takes no append any more',
    ({ relay }) => {
      relay.loseRequests = true
    },
  ],
]

/** In front of one node, which keeps the log. The first member is the leader. */
export async function clusterForThisTest(nodePort: number): Promise<Cluster> {
  const known: Member[] = []
  const dead = new Set<Member>()
  let leader: Member | undefined
  const described = (): readonly ClusterMember[] =>
    known.map((member) => ({
      host: '127.0.0.1',
      port: member.port,
      isLeader: member === leader,
      isAlive: !dead.has(member),
    }))
  async function newMember(): Promise<Member> {
    const relay = await relayForThisTest(nodePort, described)
    const network = await faultyNetworkForThisTest(relay.port)
    return { port: network.port, relay, network }
  }
  const members = [await newMember(), await newMember(), await newMember()] as const
  known.push(...members)
  leader = members[0]
  return {
    url: eventStoreUrl(...members.map(({ port }) => port)),
    members,
    elect: (elected) => {
      leader = elected
    },
    bury: (member) => {
      dead.add(member)
    },
  }
}
