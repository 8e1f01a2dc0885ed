import { isDeepStrictEqual } from 'node:util'
import { changes } from '#client/changes.ts'
import type { VirtualTime } from '../world/time.ts'
import { type Row, rowsOf, type State } from './database/state.ts'
import { followed, isListed } from './watch.ts'

interface Read {
  readonly time: VirtualTime
  readonly state: () => State
  readonly companies: readonly string[]
  readonly report: (fault: string) => void
}

interface Item {
  readonly id: string
  readonly updatedAt: string
  readonly row: Row
}

interface Mirror {
  readonly table: string
  readonly companyId: string
  readonly rows: Map<string, Row>
  cursor: string | undefined
}

const READ_EVERY_MS = 180
/** As many as a page of theirs has. */
const PAGE = 3
const SERVING = 'read_model'

/** Clients that follow each list by `updatedSince`, with the code of the packed client. */
export function followLists({ time, state, companies, report }: Read) {
  const mirrors = companies.flatMap((companyId) =>
    followed.map((table): Mirror => ({ table, companyId, rows: new Map(), cursor: undefined })),
  )
  const over = new AbortController()

  const rowsIn = ({ table, companyId }: Mirror) =>
    [...rowsOf(state(), SERVING, table).values()].filter(
      (row) => row['company_id'] === companyId && isListed(row),
    )

  async function read(mirror: Mirror) {
    const following = changes<Item>(
      async ({ 'filter[updatedSince]': since }) => {
        await pause(time, 3)
        const changed = rowsIn(mirror)
          .map((row): Item => ({ id: String(row['id']), updatedAt: momentOf(row), row }))
          .filter(({ updatedAt }) => updatedAt > since)
          .toSorted((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1))
        return { data: { data: changed.slice(0, PAGE) } }
      },
      { since: mirror.cursor },
    )
    for await (const { id, updatedAt, row } of following) {
      mirror.rows.set(id, row)
      mirror.cursor = updatedAt
    }
  }

  async function readAll() {
    for (const mirror of mirrors)
      if (rowsIn(mirror).length > 0 || mirror.rows.size > 0) await read(mirror)
  }

  async function follow() {
    while (!over.signal.aborted) {
      await readAll()
      await pause(time, READ_EVERY_MS)
    }
  }

  const following = follow()
  return {
    /** Reads what is left, and compares. */
    async end() {
      over.abort()
      await following
      await readAll()
      for (const mirror of mirrors) {
        const there = new Map(rowsIn(mirror).map((row) => [String(row['id']), row]))
        for (const id of new Set([...there.keys(), ...mirror.rows.keys()])) {
          if (!isDeepStrictEqual(there.get(id), mirror.rows.get(id)))
            report(`a reader of ${mirror.table} has missed what became of ${id}`)
        }
      }
    },
  }
}

const pause = (time: VirtualTime, ms: number) =>
  new Promise<void>((resolve) => void time.within(undefined, () => time.after(ms, resolve)))

/** Sorts as the moments do. */
const momentOf = (row: Row) => {
  const micros = BigInt(String(row['updated_at']))
  const millis = new Date(Number(micros / 1000n)).toISOString().slice(0, -1)
  return `${millis}${String(micros % 1000n).padStart(3, '0')}Z`
}
