import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { onTestFinished } from 'vitest'
import type { Api } from '#test/support/system-client.ts'

/** Every list that can be asked what has changed, and what can leave it. */
export const syncedLists = [
  '/v1/customers',
  '/v1/bank-accounts',
  '/v1/bank-transactions',
  '/v1/invoices',
  '/v1/invoice-variables',
  '/v1/expenses',
  '/v1/kmts-verifications',
  '/v1/compliance/customer-events',
  '/v1/compliance/sanction-checks',
  '/v1/compliance/verifications',
] as const

const PAGE_SIZE = 3
const Items = Type.Array(
  Type.Object({
    id: Type.String(),
    updatedAt: Type.String(),
    deletedAt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
)
const withDeletions: ReadonlySet<string> = new Set([
  '/v1/expenses',
  '/v1/invoice-variables',
  '/v1/compliance/verifications',
])
type Item = Type.Static<typeof Items>[number]

/** Accounting software: of each list it keeps a copy, which it learns by `updatedSince` alone. */
export function accountingOf(api: Api) {
  const copies = syncedLists.map((path) => ({ path, items: new Map<string, Item>(), since: '' }))
  const stop = new AbortController()
  const polling = poll()
  onTestFinished(async () => {
    stop.abort()
    await polling
  })

  async function poll() {
    while (!stop.signal.aborted) for (const copy of copies) await askOnce(api, copy)
  }

  return {
    /** What the copies and the lists do not agree on, once there is nothing new. */
    async differences(): Promise<readonly string[]> {
      stop.abort()
      await polling
      const found: string[] = []
      for (const copy of copies) {
        while ((await askOnce(api, copy)) > 0);
        found.push(...(await differencesOf(api, copy)))
      }
      return found
    },
    size: () => copies.reduce((sum, { items }) => sum + items.size, 0),
    listsWithItems: () => copies.filter(({ items }) => items.size > 0).map(({ path }) => path),
  }
}

interface Copy {
  readonly path: string
  readonly items: Map<string, Item>
  since: string
}

/** The first page of what is newer than the last change seen. */
async function askOnce(api: Api, copy: Copy): Promise<number> {
  const since = copy.since === '' ? {} : { 'filter[updatedSince]': copy.since }
  const deleted = withDeletions.has(copy.path) ? { 'filter[includeDeleted]': 'true' } : {}
  const order = { sort: 'updatedAt:asc', pageSize: `${PAGE_SIZE}` }
  const query = new URLSearchParams({ ...order, ...since, ...deleted })
  const changed = await itemsOf(api, `${copy.path}?${query.toString()}`)
  for (const { deletedAt, ...item } of changed) {
    if (typeof deletedAt === 'string') copy.items.delete(item.id)
    else copy.items.set(item.id, item)
    copy.since = item.updatedAt
  }
  return changed.length
}

async function differencesOf(api: Api, { path, items }: Copy): Promise<readonly string[]> {
  const listed = await wholeList(api, path)
  const found = [...listed]
    .filter(([id, item]) => !isDeepStrictEqual(items.get(id), item))
    .map(([id, item]) => `${path} ${id}: ${JSON.stringify([items.get(id), item])}`)
  const surplus = [...items.keys()].filter((id) => !listed.has(id))
  return [...found, ...surplus.map((id) => `${path} ${id}: is not listed`)]
}

async function wholeList(api: Api, path: string): Promise<ReadonlyMap<string, Item>> {
  const listed = new Map<string, Item>()
  for (let page = 1; ; page++) {
    const items = await itemsOf(api, `${path}?pageSize=100&page=${page}`)
    for (const item of items) listed.set(item.id, item)
    if (items.length === 0) return listed
  }
}

async function itemsOf(api: Api, path: string): Promise<readonly Item[]> {
  const { status, data, error } = await api.get(path)
  if (status !== 200) throw new Error(`${path} answered ${status} ${error?.code}`)
  return Value.Parse(Items, data)
}
