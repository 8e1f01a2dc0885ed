import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { decodedLog } from './read-model-fold/decoded-log.ts'
import type { SystemAddresses } from './system.ts'
import { withLog } from './with-log.ts'

/** A place where something may have been left behind, and all the text that stands there. */
export interface Trace {
  readonly place: string
  readonly text: string
}

const Tables = Type.Array(Type.Object({ name: Type.String() }))
const Rows = Type.Array(Type.Object({ row: Type.String() }))

/** Every column of every table in all schemas; bytes as the text that they are, if they are one. */
export async function tracesInDatabase(databaseUrl: string): Promise<readonly Trace[]> {
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 1, name: 'test' })
  try {
    const { rows: tables } = await pool.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const traces: Trace[] = []
    for (const { name } of Value.Parse(Tables, tables)) {
      const { rows } = await pool.query(`select "table"::text as row from ${name} as "table"`)
      const text = Value.Parse(Rows, rows).map(({ row }) => withBytesRead(row))
      traces.push({ place: name, text: text.join('\n') })
    }
    return traces
  } finally {
    await pool.end()
  }
}

/** Bytes as the text that they are, if they are one. */
export const withBytesRead = (row: string) =>
  row.replaceAll(/\\+x((?:[0-9a-f]{2})+)/g, (_all, hex: string) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  )

/** Every event as its reader sees it, personal fields opened. */
export const tracesInLog = (system: SystemAddresses): Promise<readonly Trace[]> =>
  withLog(system, async ({ eventStore, vault }) => {
    const events = await decodedLog(eventStore, vault)
    return events.map(({ stream, ...recorded }) => ({
      place: stream,
      text: JSON.stringify(recorded, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      ),
    }))
  })

/** The files of a folder, as they are. */
export async function tracesInFiles(folder: string): Promise<readonly Trace[]> {
  const names = await readdir(folder)
  return Promise.all(
    names.map(async (name) => ({
      place: name,
      text: await readFile(join(folder, name), 'latin1'),
    })),
  )
}

/** Names and labels of the figures; a figure itself may happen to be any number. */
export async function tracesInMetrics(url: string): Promise<Trace> {
  const answer = await fetch(`${url}/metrics`)
  const text = (await answer.text()).replaceAll(/ \S+$/gm, '')
  return { place: `metrics of ${url}`, text }
}

/** Where one of the words stands by itself, or in Base64. */
export function found(words: readonly string[], traces: readonly Trace[]): string[] {
  const alternatives = words.flatMap((word) => [
    `(?<![0-9A-Za-z.])${RegExp.escape(word)}(?![0-9A-Za-z])`,
    RegExp.escape(Buffer.from(word).toString('base64').replace(/=+$/, '')),
  ])
  const pattern = new RegExp(alternatives.join('|'), 'g')
  return traces.flatMap(({ place, text }) =>
    [...text.matchAll(pattern)].map(
      ({ 0: word, index }) => `${place}: ${word} in ${text.slice(index - 60, index + 60)}`,
    ),
  )
}
