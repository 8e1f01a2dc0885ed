import { type ICustomPartitioner, type PartitionerArgs, Partitioners } from 'kafkajs'

/** A partition got another leader while a transaction was under way. */
export class LeaderMoved extends Error {
  override readonly name = 'LeaderMoved'
}

/** Somebody has added partitions, or has created the topic again. */
export class PartitionsChanged extends Error {
  override readonly name = 'PartitionsChanged'
}

/** The number of partitions that the records of a topic are spread over; undefined: not known. */
export type PartitionCounts = (topic: string) => number | undefined

const unknownCounts: PartitionCounts = () => undefined

/**
 * When the leader of a partition moves during a transaction, kafkajs resends what the old leader has
 * already stored, and the new leader stores it again. So this partitioner fails the transaction, and where
 * the number of partitions is another, as later records of a key would not follow its earlier ones. It assigns keys to partitions as Kafka's own client does.
 */
export function steadyPartitioner() {
  const partitionOf = remembering(Partitioners.DefaultPartitioner())
  const leaders = new Map<string, number>()
  // A repeated attempt asks again about the same messages.
  const sent = new Map<string, Set<unknown>>()
  let countOf = unknownCounts
  const createPartitioner: ICustomPartitioner = () => (args) => {
    const count = args.partitionMetadata.length
    const expected = countOf(args.topic) ?? count
    if (count !== expected) {
      throw new PartitionsChanged(`${args.topic} has ${count} partitions, not ${expected}`)
    }
    const partition = partitionOf.find(args)
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
    begin: (counts: PartitionCounts) => {
      countOf = counts
      leaders.clear()
      sent.clear()
      partitionOf.forget()
    },
    /** The messages of this transaction in a partition. */
    countIn: (topic: string, partition: number) => sent.get(`${topic}-${partition}`)?.size ?? 0,
  }
}

/** An event and the state after it have one key, as have all events of a document: it is hashed once. */
function remembering(partitionOf: (args: PartitionerArgs) => number) {
  const known = new Map<string, number>()
  return {
    find: (args: PartitionerArgs) => {
      const { message, partitionMetadata } = args
      const place = `${partitionMetadata.length} ${String(message.key)}`
      const partition = known.get(place) ?? partitionOf(args)
      known.set(place, partition)
      return partition
    },
    forget: () => known.clear(),
  }
}
