import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Client } from 'pg'
import { categoryOf } from '#kernel/events/category-of.ts'
import { families } from '#kernel/events/families.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { kafkaLibraries } from '#stack/kafka/distribution.ts'
import { readWithJava, STATE_TOPICS } from '#test/publishing/kafka/java-consumer.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Trace, tracesInDatabase, withBytesRead } from '#test/support/traces.ts'
import { withLog } from '#test/support/with-log.ts'

/** The tables of all schemas, and what PostgreSQL itself shows of their values and of the statements it runs. */
export async function inDatabase(databaseUrl: string): Promise<readonly Trace[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const ofItsOwn = ['pg_stats', 'pg_statistic', 'pg_stats_ext', 'pg_stat_activity']
    const traces: Trace[] = []
    for (const name of ofItsOwn) {
      const { rows } = await client.query<{ row: string }>(
        `select "view"::text as row from pg_catalog.${name} as "view"`,
      )
      traces.push({ place: name, text: rows.map(({ row }) => withBytesRead(row)).join('\n') })
    }
    return [...traces, ...(await tracesInDatabase(databaseUrl))]
  } finally {
    await client.end()
  }
}

const familyOf = new Map(families.map((family) => [family.category, family]))

/** Every event, with all that can still be opened of it; a place for each kind of stream. */
export const inOpenedLog = (system: SystemAddresses): Promise<readonly Trace[]> =>
  withLog(system, async ({ eventStore, vault }) => {
    const stored: StoredEvent[] = []
    for await (const event of eventStore.readLog(START_OF_LOG)) stored.push(event)
    const opened = await decodeEvents(vault, (stream) => familyOf.get(categoryOf(stream)), stored)
    const byKind = Map.groupBy(opened, ({ stream }) => categoryOf(stream))
    return [...byKind].map(([kind, events]) => ({
      place: `opened ${kind}`,
      text: events.map((event) => JSON.stringify(event, bigIntAsText)).join('\n'),
    }))
  })

const bigIntAsText = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? value.toString() : value

/** Every file of a folder, but of the folders within that belong to somebody else. */
export async function inFiles(
  folder: string,
  { but }: { readonly but: readonly string[] },
): Promise<readonly Trace[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !but.some((other) => name.startsWith(`${other}/`)))
  return Promise.all(
    names.map(async (name) => ({
      place: name,
      text: (await readFile(join(folder, name)).catch(() => Buffer.of())).toString('latin1'),
    })),
  )
}

/** All that the feed's topics hold, of events and of states, read by Kafka's own client. */
export async function inTopics(brokers: string): Promise<readonly Trace[]> {
  const libraries = await kafkaLibraries()
  const read = async (place: string, topics: object) => {
    const reader = readWithJava(libraries, brokers, { untilTheEnd: true, ...topics })
    await reader.ended
    const records = reader.records()
    if (records.length === 0) throw new Error(`there is nothing in ${place}`)
    const lines = records.map((record) =>
      JSON.stringify({ ...record, headers: [...record.headers] }),
    )
    return { place, text: lines.join('\n') }
  }
  return Promise.all([
    read('topics of events', {}),
    read('topics of states', { topics: STATE_TOPICS }),
  ])
}
