import { Client } from 'pg'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { auditTables } from '#kernel/platform/database/audit-tables.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import { connectSession } from '#kernel/platform/database/session.ts'
import type { Verdict } from './report.ts'

/** The last verification of all companies, or of one. */
const LastVerification = Type.Object({
  finishedAt: Type.String(),
  companyId: Type.Union([Type.String(), Type.Null()]),
  differences: Type.Integer(),
  events: Type.Integer(),
  rows: Type.Integer(),
  chain: Type.String(),
})
export type LastVerification = Type.Static<typeof LastVerification>

/** Stores the verdict in schema `audit`, outside the audited tables. */
export async function keepVerdict(
  databaseUrl: string,
  companyId: string | null,
  verdict: Verdict,
): Promise<void> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'sarraf-audit',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  })
  await connectSession(client)
  try {
    await makeTables(client, auditTables)
    await client.query('insert into audit.verification (company_id, verdict) values ($1, $2)', [
      companyId,
      verdict,
    ])
  } finally {
    await client.end()
  }
}

interface Queries {
  readonly query: (
    text: string,
    values?: unknown[],
  ) => Promise<{ readonly rows: readonly unknown[] }>
}

/** The last verification that covered the company, or all of them (null); undefined if there was none. */
export async function lastVerification(
  queries: Queries,
  companyId: string | null,
): Promise<LastVerification | undefined> {
  const found = await queries.query(`select to_regclass('audit.verification') is not null as found`)
  const [there] = Value.Parse(Type.Array(Type.Object({ found: Type.Boolean() })), found.rows)
  if (there?.found !== true) return undefined
  const { rows } = await queries.query(
    `select to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "finishedAt",
            company_id as "companyId", (verdict->>'differences')::integer as differences,
            (verdict->>'events')::integer as events, (verdict->>'rows')::integer as rows,
            verdict->>'chain' as chain
     from audit.verification where company_id is null or company_id = $1
     order by finished_at desc limit 1`,
    [companyId],
  )
  return Value.Parse(Type.Array(LastVerification), rows)[0]
}
