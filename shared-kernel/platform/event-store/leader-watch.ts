import { lookEvery } from '../waiting/look-every.ts'
import { type EventStoreAddress, parseAddress } from './address.ts'
import { membersAt } from './check/gossip.ts'
import type { Host } from './check/nodes.ts'
import type { Connection } from './connection.ts'

const TICK_MS = 250
const GOSSIP_WITHIN_MS = 1_000
/** A request that waits for so long may wait at a node that is no leader, or at none. */
const OVERDUE_MS = 1_000

interface LeaderWatch {
  readonly url: string
  readonly connection: Connection
  /** How often the leader is looked for while nothing waits. */
  readonly leaderMs: number
}

/**
 * While there is no leader the client takes any node, and it stays there: with a hop more for each append,
 * and with reads that are as old as that node. So the gossip is asked now and then, and at once when a
 * request is overdue; the client is replaced when the leader is another node. Only a leader that answers
 * for itself counts: a follower may name one that is gone.
 */
export function watchLeader({ url, connection, leaderMs }: LeaderWatch): () => void {
  const address = parseAddress(url)
  if (!prefersLeader(address)) return () => undefined
  const members = createMembers(address)
  let lookedAt = Date.now()
  async function goToLeader() {
    const inUse = connection.inUse()
    const leader = await members.leader()
    const target = await connection.target()
    if (target === undefined || target === nameOf(leader) || inUse.aborted) return
    connection.replace(new Error(`the leader is ${nameOf(leader)}, and not ${target}`))
  }
  return lookEvery(TICK_MS, () => {
    const sinceMs = Date.now() - lookedAt
    const isDue =
      sinceMs >= leaderMs || (sinceMs >= OVERDUE_MS && connection.longestWaitMs() >= OVERDUE_MS)
    if (!isDue) return undefined
    lookedAt = Date.now()
    // There is none at the moment, or no way to it.
    return goToLeader().catch(() => undefined)
  })
}

const prefersLeader = ({
  isDnsName,
  hosts,
  options: { nodePreference = 'leader' },
}: EventStoreAddress) => (isDnsName || hosts.length > 1) && nodePreference === 'leader'

function createMembers(address: EventStoreAddress) {
  /** As the cluster names them, which the address need not do. */
  let advertised: readonly Host[] = []

  async function namedBy(host: Host): Promise<Host> {
    const members = await membersAt(host, address, GOSSIP_WITHIN_MS)
    advertised = members.map((member) => member.host)
    const leader = members.find(({ isAlive, isLeader }) => isAlive && isLeader)
    if (leader === undefined) throw new Error(`${nameOf(host)} knows no leader`)
    return leader.host
  }

  async function confirmedBy(host: Host): Promise<Host> {
    const leader = await namedBy(host)
    if (nameOf(leader) === nameOf(host)) return leader
    const itself = await namedBy(leader)
    if (nameOf(itself) !== nameOf(leader))
      throw new Error(`${nameOf(leader)} is no leader any more`)
    return leader
  }

  return {
    /** Rejects if there is none, or none that answers. */
    leader: () => {
      const hosts = new Map([...address.hosts, ...advertised].map((host) => [nameOf(host), host]))
      return Promise.any([...hosts.values()].map(confirmedBy))
    },
  }
}

const nameOf = ({ address, port }: Host) => `${address}:${port}`
