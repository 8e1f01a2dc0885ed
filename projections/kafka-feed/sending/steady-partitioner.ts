import { type ICustomPartitioner, Partitioners } from 'kafkajs'

/** A partition got another leader while a transaction was under way. */
export class LeaderMoved extends Error {
  override readonly name = 'LeaderMoved'
}

/**
 * When the leader of a partition moves during a transaction, kafkajs resends what the old leader has
 * already stored, and the new leader stores it again. So this partitioner fails the transaction.
 * It assigns keys to partitions as Kafka's own client does.
 */
export function steadyPartitioner() {
  const partitionOf = Partitioners.DefaultPartitioner()
  const leaders = new Map<string, number>()
  // A repeated attempt asks again about the same messages.
  const sent = new Map<string, Set<unknown>>()
  const createPartitioner: ICustomPartitioner = () => (args) => {
    const partition = partitionOf(args)
    const leader = args.partitionMetadata.find(({ partitionId }) => partitionId === partition)
    const place = `${args.topic}-${partition}`
    const first = leaders.get(place)
    const ofPlace = sent.get(place) ?? new Set()
    sent.set(place, ofPlace.add(args.message))
    if (leader === undefined) return partition
    if (first === undefined) leaders.set(place, leader.leader)
    else if (first !== leader.leader) throw new LeaderMoved(`${place} has another leader`)
    return partition
  }
  return {
    createPartitioner,
    begin: () => {
      leaders.clear()
      sent.clear()
    },
    /** The messages of this transaction in a partition. */
    countIn: (topic: string, partition: number) => sent.get(`${topic}-${partition}`)?.size ?? 0,
  }
}
