import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { invoices } from '#kernel/records/invoices.ts'
import { tableOf } from '#kernel/records/kept-items.ts'
import { companyRow } from '#test/query-service/rows.ts'
import { makeTables } from '#test/query-service/service.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { LARGE, manyRows } from '#test/support/many-rows.ts'
import { pythonPackages } from '#test/support/python-packages.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const ROWS = 12_000
const FILE = 2_000
/** Too many to be in so little memory at once. */
const MORE_ROWS = 30_000
const HEAP_MB = 72

/** What DuckDB reads: the rows, the records, the exact sum and the last change. */
const summary = `select count(*), count(distinct id), cast(sum(cast("payableTotal" as decimal(38, 10))) as varchar),
  count(distinct "customer.name") from`

test('an export that was killed goes on, and DuckDB reads the same from every format', async () => {
  const { url, pool } = await manyInvoices(ROWS)
  const [expected] = (
    await pool.query<Record<'rows' | 'sum' | 'names', string>>(
      `select count(*) as rows, sum(payable_total)::numeric(38, 10)::text as sum,
         count(distinct name) as names
       from read_model.invoice where company_id = $1 and visible`,
      [LARGE],
    )
  ).rows
  const folder = await temporaryFolder('export')

  for (const format of ['parquet', 'csv', 'ndjson']) {
    const out = join(folder, format)
    expect(await exported(url, { format, out, killAfter: 2 })).toBe('SIGKILL')
    const before = await readdir(out)
    expect(before).toContain(`invoices-0002.${format}`)
    expect(await exported(url, { format, out })).toBe(0)

    const read = await duckDb(`${summary} ${readers[format]}`, out)
    expect({ format, read }).toEqual({
      format,
      read: [
        Number(expected?.rows),
        Number(expected?.rows),
        expected?.sum,
        Number(expected?.names),
      ],
    })
  }
})

test('an export needs no more memory for more rows', async () => {
  const { url } = await manyInvoices(MORE_ROWS)
  const folder = await temporaryFolder('export')
  for (const format of ['parquet', 'csv', 'ndjson']) {
    const out = join(folder, format)
    const run = { format, out, rowsPerFile: MORE_ROWS, heapMb: HEAP_MB }
    expect([format, await exported(url, run)]).toEqual([format, 0])
  }
})

const readers: Readonly<Record<string, string>> = {
  parquet: `'*.parquet'`,
  csv: `read_csv('*.csv', all_varchar = true)`,
  ndjson: `(select *, customer.name as "customer.name" from read_json('*.ndjson', field_appearance_threshold = 0))`,
}

async function manyInvoices(rows: number): Promise<{ readonly url: string; readonly pool: Pool }> {
  const databases = databasesOfRoles(await databaseForThisTest())
  const pool = openPool(databases.projections, { logger: silentLogger, max: 2, name: 'test' })
  onTestFinished(() => pool.end())
  await makeTables(pool)
  await pool.query(
    `insert into read_model.company
     select * from jsonb_populate_recordset(null::read_model.company, $1)`,
    [JSON.stringify([companyRow(LARGE)])],
  )
  await pool.query('alter table read_model.invoice disable trigger user')
  await pool.query(
    manyRows('read_model', tableOf(invoices), { large: rows, companies: 10, small: 10 }),
  )
  await pool.query('analyze read_model.invoice')
  return { url: databases.query, pool }
}

interface Run {
  readonly format: string
  readonly out: string
  /** Killed once this number of files is complete. */
  readonly killAfter?: number
  readonly rowsPerFile?: number
  /** Where Node ends it when it needs more. */
  readonly heapMb?: number
}

/** Runs the operator's command; returns its exit code, or the signal that ended it. */
async function exported(databaseUrl: string, run: Run) {
  const { format, out, killAfter, rowsPerFile = FILE, heapMb } = run
  const child = spawn(
    process.execPath,
    [
      ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
      'operator/main.ts',
      'export',
      `--company=${LARGE}`,
      '--noun=invoices',
      `--format=${format}`,
      `--out=${out}`,
      `--rows-per-file=${rowsPerFile}`,
    ],
    {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
        VAULT_KEY: '0'.repeat(64),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text
    if (killAfter !== undefined && told.includes(`${killAfter * FILE} rows`)) child.kill('SIGKILL')
  })
  const [code, signal]: readonly unknown[] = await once(child, 'exit')
  if (code !== null && code !== 0) throw new Error(told)
  return signal ?? code
}

async function duckDb(query: string, folder: string): Promise<unknown> {
  const env = { ...process.env, PYTHONPATH: await pythonPackages(['duckdb==2.0.0']) }
  const { stdout } = await promisify(execFile)(
    'python3',
    [
      '-c',
      'import duckdb, json, sys; print(json.dumps(duckdb.sql(sys.argv[1]).fetchall()[0]))',
      query,
    ],
    { env, cwd: folder },
  )
  return JSON.parse(stdout)
}
