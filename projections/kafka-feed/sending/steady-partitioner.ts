import { type ICustomPartitioner, Partitioners } from 'kafkajs'

/** A partition got another leader while a transaction was under way. */
export class LeaderMoved extends Error {
  override readonly name = 'LeaderMoved'
}

/**
 * kafkajs sends a batch again as far as it has no answer, and asks by broker, not by partition:
 * what one leader has taken it would send once more to the next leader, as new. So a transaction
 * during which a leader moves is given up. Keys go where Kafka's own client would put them.
 */
export function steadyPartitioner() {
  const partitionOf = Partitioners.DefaultPartitioner()
  const leaders = new Map<string, number>()
  const createPartitioner: ICustomPartitioner = () => (args) => {
    const partition = partitionOf(args)
    const leader = args.partitionMetadata.find(({ partitionId }) => partitionId === partition)
    const place = `${args.topic}-${partition}`
    const first = leaders.get(place)
    if (leader === undefined) return partition
    if (first === undefined) leaders.set(place, leader.leader)
    else if (first !== leader.leader) throw new LeaderMoved(`${place} has another leader`)
    return partition
  }
  return { createPartitioner, begin: () => leaders.clear() }
}
