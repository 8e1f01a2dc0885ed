import { readFileSync } from 'node:fs'
import { type Batch, type Consumer, Kafka, logLevel } from 'kafkajs'
import pg from 'pg'

const TOPICS = ['sarraf.expense-vouchers.v1', 'sarraf.invoices.v1']

/** A reader that was killed is given up, and its partitions handed on, after this time. */
const GROUP = { groupId: 'daily-gold', sessionTimeout: 10_000 }

/** Makes the tables, and reads the topics into them until it is stopped. */
export async function readDailyGold(
  brokers: readonly string[],
  databaseUrl: string,
): Promise<{ readonly stop: () => Promise<void> }> {
  const pool = poolOf(databaseUrl)
  await pool.query(readFileSync(new URL('daily-gold.sql', import.meta.url), 'utf8'))
  const kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.ERROR })
  // Reads what is committed alone: an event of a transaction that was given up never arrives.
  const consumer = kafka.consumer({ ...GROUP, readUncommitted: false })
  await consumer.connect()
  await consumer.subscribe({ topics: TOPICS, fromBeginning: true })
  goOnFromDatabase(consumer, pool)
  await consumer.run({ autoCommit: false, eachBatch: ({ batch }) => takeBatch(pool, batch) })
  return {
    async stop() {
      await consumer.disconnect()
      await pool.end()
    },
  }
}

/** A broken connection is reported and replaced. */
function poolOf(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 4 })
  pool.on('connect', (client) => client.on('error', tell)).on('error', tell)
  return pool
}

const tell = (error: unknown) => void process.stderr.write(`${String(error)}\n`)

/** Only the database knows how far it has read, also after a backup was restored. */
function goOnFromDatabase(consumer: Consumer, pool: pg.Pool) {
  // Where that fails everything is read from the beginning, and passed over.
  consumer.on(consumer.events.GROUP_JOIN, () => void seek(consumer, pool).catch(tell))
}

async function seek(consumer: Consumer, pool: pg.Pool) {
  const { rows } = await pool.query<Place>('select * from daily_gold.place')
  for (const { topic, partition, next_offset: offset } of rows) {
    consumer.seek({ topic, partition, offset })
  }
}

interface Place {
  readonly topic: string
  readonly partition: number
  readonly next_offset: string
}

/** Takes the records that are new; the place is moved in the same transaction. */
export async function takeBatch(
  pool: pg.Pool,
  { topic, partition, messages }: Pick<Batch, 'topic' | 'partition' | 'messages'>,
): Promise<void> {
  const last = messages.at(-1)
  if (last === undefined) return
  await inTransaction(pool, async (client) => {
    const next = await lockedPlace(client, topic, partition)
    for (const { offset, headers, value } of messages) {
      if (BigInt(offset) < next) continue
      const type = headers?.['ce_type']?.toString()
      await client.query('select daily_gold.take($1, $2)', [type, value?.toString()])
    }
    await client.query(
      `update daily_gold.place set next_offset = greatest(next_offset, $3)
       where topic = $1 and partition = $2`,
      [topic, partition, String(BigInt(last.offset) + 1n)],
    )
  })
}

/** From where on records are new. A second reader of the partition waits here for the first. */
async function lockedPlace(client: pg.PoolClient, topic: string, partition: number) {
  await client.query(
    'insert into daily_gold.place values ($1, $2, 0) on conflict (topic, partition) do nothing',
    [topic, partition],
  )
  const { rows } = await client.query<Place>(
    'select * from daily_gold.place where topic = $1 and partition = $2 for update',
    [topic, partition],
  )
  return BigInt(rows[0]?.next_offset ?? 0)
}

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

if (import.meta.main) {
  const { KAFKA_BROKERS = '127.0.0.1:9092', DATABASE_URL = '' } = process.env
  const { stop } = await readDailyGold(KAFKA_BROKERS.split(','), DATABASE_URL)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop())
}
