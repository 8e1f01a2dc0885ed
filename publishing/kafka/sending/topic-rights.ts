import type { Kafka } from 'kafkajs'
import { isOfType, RightMissing, refusalOf } from '#kernel/platform/kafka/reason.ts'

/** Kafka's numbers of the operations that the feed needs for each topic. Without the first it shows no other. */
const NEEDED = { describe: 8, read: 3, write: 4 } as const

const METADATA = { apiKey: 3, apiName: 'Metadata', apiVersion: 8 } as const

/** What KAFKA_USER lacks of these topics, the first topic first. */
export async function missingRights(
  kafka: Kafka,
  topics: readonly string[],
): Promise<readonly RightMissing[]> {
  const granted = await grantedOperations(kafka, topics)
  return topics.flatMap((topic) => {
    const operations = granted.get(topic) ?? 0
    return Object.entries(NEEDED)
      .filter(([, bit]) => (operations & (1 << bit)) === 0)
      .map(([right]) => new RightMissing(right, topic))
  })
}

/**
 * The failure of a transaction, or the right that it comes from: Kafka says of all topics of a transaction
 * but the one without the right that it did not try them, and never names that one.
 */
export async function explained(
  kafka: Kafka,
  topics: readonly string[],
  error: unknown,
): Promise<unknown> {
  const isOfRights = isOfType(error, 'OPERATION_NOT_ATTEMPTED') || refusalOf(error) !== undefined
  if (!isOfRights) return error
  const [first] = await missingRights(kafka, topics).catch(() => [])
  return first ?? error
}

/** Kafkajs asks for metadata in a version that leaves the rights out, so this asks through its inner parts. */
async function grantedOperations(
  kafka: Kafka,
  topics: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const inside = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === 'private:Kafka:createCluster',
  )
  if (inside === undefined) throw new Error('this version of kafkajs has other inner parts')
  const create: (options: object) => Cluster = Reflect.get(kafka, inside)
  const cluster = create({ allowAutoTopicCreation: false })
  try {
    await cluster.connect()
    await cluster.refreshMetadata()
    const { connectionPool } = await cluster.findControllerBroker()
    const body = requestOf(topics)
    return await connectionPool.send({
      request: { ...METADATA, encode: async () => ({ buf: body, buffer: body }) },
      response: {
        decode: async (bytes) => operationsIn(bytes),
        parse: async (operations) => operations,
      },
    })
  } finally {
    await cluster.disconnect().catch(() => undefined)
  }
}

type Operations = ReadonlyMap<string, number>

interface Cluster {
  readonly connect: () => Promise<void>
  readonly disconnect: () => Promise<void>
  readonly refreshMetadata: () => Promise<void>
  readonly findControllerBroker: () => Promise<{
    readonly connectionPool: {
      readonly send: (call: {
        readonly request: object
        readonly response: {
          readonly decode: (bytes: Buffer) => Promise<Operations>
          readonly parse: (operations: Operations) => Promise<Operations>
        }
      }) => Promise<Operations>
    }
  }>
}

/** Names, then whether topics are made, and the rights of the cluster and of topics included. */
function requestOf(topics: readonly string[]): Buffer {
  const names = topics.map((topic) => {
    const name = Buffer.from(topic)
    const length = Buffer.alloc(2)
    length.writeInt16BE(name.length)
    return Buffer.concat([length, name])
  })
  const count = Buffer.alloc(4)
  count.writeInt32BE(topics.length)
  return Buffer.concat([count, ...names, Buffer.from([0, 0, 1])])
}

/** The fields in their order; a bit for each operation that is granted. */
function operationsIn(bytes: Buffer): Operations {
  let at = 0
  const skip = (length: number) => {
    at += length
  }
  const int16 = () => bytes.readInt16BE((at += 2) - 2)
  const int32 = () => bytes.readInt32BE((at += 4) - 4)
  const text = () => {
    const length = int16()
    if (length > 0) skip(length)
    return bytes.toString('utf8', at - Math.max(0, length), at)
  }
  const each = <Item>(item: () => Item) => Array.from({ length: Math.max(0, int32()) }, item)
  const broker = () => {
    skip(4)
    text()
    skip(4)
    text()
  }
  const partition = () => {
    skip(2 + 4 + 4 + 4)
    each(int32)
    each(int32)
    each(int32)
  }
  skip(4)
  each(broker)
  text()
  skip(4)
  return new Map(
    each(() => {
      skip(2)
      const topic = text()
      skip(1)
      each(partition)
      return [topic, int32()] as const
    }),
  )
}
