import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { Client } from 'pg'
import { median, type Run, ratePerSecond } from './benchmark.ts'
import { type BenchNode, withDatabase } from './event-store-parts.ts'

/** With its field names and its id, an event of 1 KiB. */
const padding = 'x'.repeat(1024 - 63)

/** What was acknowledged, to be compared with the log: the id at each position. */
export type Acknowledged = Map<bigint, string>

/** Appends of single events to new streams by that number of clients, next to plain rows in groups of the same size. */
export async function measureAppends(node: BenchNode, acknowledged: Acknowledged, run: Run) {
  const figures: Record<string, number> = {}
  const references: Record<string, number> = {}
  const ratios: Record<string, number> = {}
  const plain = await openPlainTable(node.databaseUrl)
  for (const concurrency of [1, 16, 64]) {
    const { appends, rows, group } = await besidePlainRows(node, plain, {
      ...run,
      concurrency,
      acknowledged,
    })
    figures[`appendsPerSecond${concurrency}`] = appends
    figures[`groupSize${concurrency}`] = group
    references[`plainRowsPerSecond${concurrency}`] = rows
    ratios[`append${concurrency}`] = appends / rows
  }
  await plain.close()
  return { figures, references, ratios }
}

interface Load extends Run {
  readonly concurrency: number
  readonly acknowledged: Acknowledged
}

async function besidePlainRows(node: BenchNode, plain: PlainTable, load: Load) {
  const { concurrency, quick, tell, acknowledged } = load
  const durationMs = quick ? 1_000 : 3_000
  const clients = Array.from({ length: concurrency }, () =>
    EventStoreDBClient.connectionString(node.url),
  )
  const appends = () => rateOfAppends(clients, acknowledged, durationMs)
  await appends()
  const rounds: { appends: number; rows: number; group: number }[] = []
  for (let round = 1; round <= (quick ? 2 : 5); round++) {
    const before = latestOf(acknowledged)
    const rate = await appends()
    const group = await meanGroup(node.databaseUrl, before)
    const rows = await plain.rowsPerSecond(Math.max(1, Math.round(group)), durationMs)
    rounds.push({ appends: rate, rows, group })
    tell(
      `${concurrency} clients: ${rate.toFixed(0)} appends/s in groups of ${group.toFixed(1)}, ${rows.toFixed(0)} plain rows/s`,
    )
  }
  await Promise.all(clients.map((client) => client.dispose()))
  return {
    appends: median(rounds.map((round) => round.appends)),
    rows: median(rounds.map((round) => round.rows)),
    group: median(rounds.map((round) => round.group)),
  }
}

function rateOfAppends(
  clients: readonly EventStoreDBClient[],
  acknowledged: Acknowledged,
  durationMs: number,
): Promise<number> {
  const idle = [...clients]
  return ratePerSecond({ concurrency: clients.length, durationMs }, async () => {
    const client = idle.pop()
    if (client === undefined) throw new Error('each client is used by one caller at a time')
    await appendOne(client, acknowledged)
    idle.push(client)
  })
}

export async function appendOne(client: EventStoreDBClient, acknowledged: Acknowledged) {
  const event = jsonEvent({ type: 'Padded', data: { padding } })
  const { position } = await client.appendToStream(`bench-${event.id}`, event, {
    expectedRevision: 'no_stream',
  })
  if (position === undefined) throw new Error('an append was answered without its position')
  acknowledged.set(position.commit, event.id)
}

export const latestOf = (acknowledged: Acknowledged): bigint =>
  acknowledged.keys().reduce((one, other) => (one > other ? one : other), 0n)

/** Rows that one transaction wrote bear its number, so the table itself tells how appends were grouped. */
const meanGroup = (databaseUrl: string, after: bigint): Promise<number> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ mean: string }>(
      `select count(*)::float / count(distinct xmin::text) as mean
       from event_store.events where position > $1`,
      [after],
    )
    return Number(rows[0]?.mean)
  })

type PlainTable = Awaited<ReturnType<typeof openPlainTable>>

/** The same rows into a table of the same shape, by nothing but `pg`: one statement a group. */
async function openPlainTable(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create table plain (like event_store.events including all)')
  await client.query('set synchronous_commit = on')
  const data = Buffer.from(JSON.stringify({ padding }))
  let position = 0
  const row = () => {
    position += 1
    const id = randomUUID()
    const created = Date.now() * 10_000
    return [position, `bench-${id}`, 0, id, 'Padded', 'application/json', created, data, nothing]
  }
  return {
    rowsPerSecond: async (group: number, durationMs: number) => {
      const text = `insert into plain values ${placeholders(group)}`
      const work = async () => {
        const values = Array.from({ length: group }, row).flat()
        await client.query({ name: `insert ${group}`, text, values })
      }
      return group * (await ratePerSecond({ concurrency: 1, durationMs }, work))
    },
    close: () => client.end(),
  }
}

const nothing = Buffer.alloc(0)
const COLUMNS = 9

const placeholders = (rows: number) =>
  Array.from({ length: rows }, (_, row) => {
    const columns = Array.from(
      { length: COLUMNS },
      (_column, column) => `$${row * COLUMNS + column + 1}`,
    )
    return `(${columns.join()})`
  }).join()
