import { setTimeout as pause } from 'node:timers/promises'
import { Client, types } from 'pg'
import {
  type LogPosition,
  parseLogPosition,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import { asFolded } from './as-folded.ts'
import type { Row } from './values.ts'

const keysOf: Readonly<Record<string, readonly string[]>> = {
  company: ['company_id'],
  company_settings: ['company_id'],
  api_key: ['api_user_id'],
  price: ['company_id', 'material'],
  last_change: ['company_id', 'resource'],
}

/** Reads a schema of tables as it stands in the database. */
export async function openStoredRows(databaseUrl: string, schema: string) {
  const client = new Client({ connectionString: databaseUrl, types: { getTypeParser } })
  await client.connect()
  await client.query(`set timezone = 'UTC'`)

  /** Undefined as long as the projections have not made the tables. */
  async function position() {
    const made = await client.query<{ made: boolean }>(
      `select to_regclass('${schema}.checkpoint') is not null as made`,
    )
    if (made.rows[0]?.made !== true) return undefined
    const { rows } = await client.query<{ position: string | null }>(
      `select min(position)::text as position from ${schema}.checkpoint`,
    )
    return parseLogPosition(rows[0]?.position ?? '0')
  }

  return {
    /** How far the tables are, once they have reached the position or the time is over. */
    async positionAtLeast(wanted: LogPosition, deadlineMs: number) {
      for (;;) {
        const reached = await position()
        if (reached !== undefined && reached >= wanted) return reached
        if (Date.now() >= deadlineMs) return reached ?? START_OF_LOG
        await pause(5)
      }
    },
    async rows(table: string): Promise<ReadonlyMap<string, Row>> {
      const { rows } = await client.query<Row>(`select * from ${schema}.${table}`)
      const key = keysOf[table] ?? ['company_id', 'id']
      // Of keys and companies: what it is worth is seen where it is checked.
      const unsigned = rows.map(({ mac: _mac, ...row }): Row => asFolded(table, row))
      return new Map(unsigned.map((row) => [key.map((name) => row[name]).join(' '), row]))
    },
    close: () => client.end(),
  }
}

const getTypeParser: typeof types.getTypeParser = (type, format) =>
  type === types.builtins.TIMESTAMPTZ ? asText : types.getTypeParser(type, format)

const asText = (value: string) => value
