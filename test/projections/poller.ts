import { setTimeout as pause } from 'node:timers/promises'
import type { Dealer } from './dealer.ts'

interface Change {
  readonly id: string
  readonly updated_at: string
}

const PAGE = 3

const tables = ['customer', 'bank_transaction', 'expense_voucher', 'invoice', 'kmts_verification']
const withHiddenRows = new Set(['expense_voucher', 'invoice'])

/**
 * A client that asks for what has changed since the last `updatedAt` it saw, the first page each
 * time, for every company and list.
 */
export function followByUpdatedAt(dealer: Dealer) {
  const lists = tables.map((table) => ({
    table,
    seen: new Map<string, string>(),
    since: new Map<string, string>(),
  }))
  const stop = new AbortController()
  const polling = poll()

  async function poll() {
    while (!stop.signal.aborted) {
      for (const list of lists) await nextPages(dealer, list)
      await pause(2)
    }
  }

  return {
    /** Rows as they are now that the client does not know so. */
    async missed() {
      stop.abort()
      await polling
      const missing: string[] = []
      for (const list of lists) {
        while ((await nextPages(dealer, list)) > 0);
        const rows = await dealer.rows<Change>(shownRows(list.table))
        const unknown = rows.filter(({ id, updated_at }) => list.seen.get(id) !== updated_at)
        missing.push(...unknown.map(({ id }) => `${list.table} ${id}`))
      }
      return missing
    },
  }
}

interface List {
  readonly table: string
  readonly seen: Map<string, string>
  readonly since: Map<string, string>
}

async function nextPages(dealer: Dealer, { table, seen, since }: List): Promise<number> {
  const companies = await dealer.rows<{ company_id: string }>(
    `select distinct company_id from read_model.${table}`,
  )
  let found = 0
  for (const { company_id } of companies) {
    const changes = await dealer.rows<Change>(
      `${shownRows(table)} and company_id = $1 and updated_at > $2
       order by updated_at, id limit ${PAGE}`,
      [company_id, since.get(company_id) ?? '0'],
    )
    found += changes.length
    for (const { id, updated_at } of changes) {
      seen.set(id, updated_at)
      since.set(company_id, updated_at)
    }
  }
  return found
}

const shownRows = (table: string) =>
  `select id, updated_at from read_model.${table}
   where ${withHiddenRows.has(table) ? 'visible' : 'true'}`
