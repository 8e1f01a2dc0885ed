import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Created } from './document.ts'
import { documents, newest, type Store } from './store.ts'

const tables = `${documents};
  create table kept (key text primary key, hash text not null, answer jsonb not null);
  create table event (position bigint generated always as identity primary key, stream text not null,
    revision integer not null, type text not null, data jsonb not null, unique (stream, revision))`

const create = `
  with mine as (insert into kept values ($1, $2, $3) on conflict do nothing returning key),
    recorded as (insert into event (stream, revision, type, data)
      select $4, 0, 'DocumentDrafted', $3::jsonb from mine),
    listed as (insert into document (id, company, body) select $5::uuid, 'one', $3::jsonb from mine)
  select count(*)::integer as created from mine`

/** The least that does the work at all: key, event and row in one statement, and so in one transaction. */
export async function plainStore(pool: Pool): Promise<Store> {
  await pool.query(tables)
  return {
    create: async ({ key, hash, document }) => {
      const id = randomUUID()
      const answer = { ...document, id }
      const values = [key, hash, JSON.stringify(answer), `document-${id}`, id]
      const { rows } = await pool.query<{ created: number }>({
        name: 'create',
        text: create,
        values,
      })
      if (rows[0]?.created === 1) return answer
      const kept = await pool.query<{ answer: Created }>(
        'select answer from kept where key = $1 and hash = $2',
        [key, hash],
      )
      return kept.rows[0]?.answer
    },
    page: async () => (await pool.query<{ item: object }>(newest)).rows.map(({ item }) => item),
  }
}
