import { createHash, randomUUID } from 'node:crypto'
import { type Event, projections } from '@event-driven-io/emmett'
import { getPostgreSQLEventStore, postgreSQLProjection } from '@event-driven-io/emmett-postgresql'
import type { Pool } from 'pg'
import type { Created } from './document.ts'
import { documents, newest, type Store } from './store.ts'

type DocumentDrafted = Event<'DocumentDrafted', Created & { readonly hash: string }>

/**
 * Emmett as its documentation shows it: a stream for each document, and the row in the append's own transaction. The
 * stream is named after the key. Version 0 is expected, because Emmett 0.42 does not check `STREAM_DOES_NOT_EXIST` in
 * PostgreSQL: a repeated key would create a second document.
 */
export async function emmettStore(pool: Pool, databaseUrl: string): Promise<Store> {
  await pool.query(documents)
  const store = getPostgreSQLEventStore(databaseUrl, { projections: projections.inline([listed]) })
  await store.schema.migrate()
  return {
    create: async ({ key, hash, document }) => {
      const stream = `document-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
      const data = { ...document, id: randomUUID(), hash }
      const event: DocumentDrafted = { type: 'DocumentDrafted', data }
      try {
        await store.appendToStream<DocumentDrafted>(stream, [event], { expectedStreamVersion: 0n })
        return data
      } catch (error) {
        const { events } = await store.readStream<DocumentDrafted>(stream)
        const [first] = events
        if (first === undefined) throw error
        return first.data.hash === hash ? first.data : undefined
      }
    },
    page: async () => (await pool.query<{ item: object }>(newest)).rows.map(({ item }) => item),
  }
}

const listed = postgreSQLProjection<DocumentDrafted>({
  name: 'documents',
  canHandle: ['DocumentDrafted'],
  async handle(events, { connection: { client } }) {
    for (const { data } of events) {
      await client.query({
        name: 'listed',
        text: `insert into document (id, company, body) values ($1, 'one', $2)`,
        values: [data.id, JSON.stringify(data)],
      })
    }
  },
})
