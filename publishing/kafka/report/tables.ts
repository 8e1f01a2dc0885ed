import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { temporaryFolder } from '#kernel/platform/process/temporary-folders.ts'

export const TABLES = ['expense_voucher', 'invoice'] as const
export type TableName = (typeof TABLES)[number]

/** What every question of the report answers with. */
const FigureRow = Type.Object({
  company_id: Type.String(),
  material: Type.Union([Type.String(), Type.Null()]),
  place: Type.String(),
  side: Type.String(),
  figure: Type.String(),
})
export type FigureRow = Static<typeof FigureRow>
const Rows = Compile(Type.Array(FigureRow))
const Ids = Compile(Type.Array(Type.Object({ id: Type.String() })))

/** A state as its topic has it; null where nothing is left. */
export interface StateRecord {
  readonly key: string
  /** The later record of a key counts. */
  readonly offset: bigint
  readonly state: string | null
}

export type Tables = Awaited<ReturnType<typeof openTables>>

/** The states in DuckDB: in a file that is removed afterwards, so that a year needs no more memory than a day. */
export async function openTables() {
  const { DuckDBInstance } = await duckDb()
  const folder = await temporaryFolder('report')
  const instance = await DuckDBInstance.create(join(folder, 'states.duckdb'), {
    autoinstall_known_extensions: 'false',
    temp_directory: folder,
  })
  const connection = await instance.connect()
  const run = (sql: string) => connection.run(sql)
  const read = async (sql: string): Promise<unknown> =>
    (await connection.runAndReadAll(sql)).getRowObjectsJson()

  return {
    /** Fills a table; `each` gives every record once. */
    async fill(table: TableName, each: (see: (record: StateRecord) => void) => Promise<unknown>) {
      await run(`create table ${table}_record (key text, place hugeint, state json)`)
      const appender = await connection.createAppender(`${table}_record`)
      await each(({ key, offset, state }) => {
        appender.appendVarchar(key)
        appender.appendHugeInt(offset)
        if (state === null) appender.appendNull()
        else appender.appendVarchar(state)
        appender.endRow()
      })
      appender.closeSync()
      await run(`create table ${table} as
        select key, state from ${table}_record
        qualify row_number() over (partition by key order by place desc) = 1`)
      await run(`delete from ${table} where state is null; drop table ${table}_record`)
    },
    companyIds: async (): Promise<readonly string[]> => {
      const ids = await read(
        `select distinct state->>'companyId' as id from (from expense_voucher union all from invoice) order by 1`,
      )
      return Ids.Parse(ids).map(({ id }) => id)
    },
    run,
    rows: async (sql: string): Promise<readonly FigureRow[]> => Rows.Parse(await read(sql)),
    async close() {
      connection.closeSync()
      instance.closeSync()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An optional package: the services need none of its 70 MB. */
async function duckDb() {
  try {
    return await import('@duckdb/node-api')
  } catch (error) {
    throw new CommandError(
      'The report needs DuckDB, an optional package: npm install --include=optional.',
      { cause: error },
    )
  }
}
