import { Type } from 'typebox'
import { Value } from 'typebox/value'

const Item = Type.Object({
  id: Type.String(),
  updatedAt: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  cities: Type.String(),
})
const List = Type.Object({
  data: Type.Array(Item),
  meta: Type.Object({ total: Type.Integer() }),
})
const Detail = Type.Object({ data: Item })
type Item = Type.Static<typeof Item>

type Get = (path: string) => Promise<Response>

const PAGE_SIZE = 50

/** Clients that ask over and over, and find something wrong with every answer that can be wrong. */
export function readAll(get: Get) {
  const stop = new AbortController()
  const synced = new Map<string, string>()
  const cities = new Set<string>()
  let answers = 0
  let total = 0
  let slowestMs = 0

  async function ask(path: string): Promise<unknown> {
    const askedAt = performance.now()
    const response = await get(path)
    const body: unknown = await response.json()
    if (response.status !== 200) {
      throw new Error(`${path} was answered ${response.status} ${JSON.stringify(body)}`)
    }
    slowestMs = Math.max(slowestMs, performance.now() - askedAt)
    answers += 1
    return body
  }

  async function readList(sort: string) {
    const before = total
    const { data, meta } = Value.Parse(List, await ask(`/v1/customers?${sort}`))
    if (data.length !== Math.min(PAGE_SIZE, meta.total)) throw new Error('a page is not full')
    if (meta.total < before) throw new Error(`the total fell from ${before} to ${meta.total}`)
    total = Math.max(total, meta.total)
    if (new Set(data.map(({ id }) => id)).size !== data.length)
      throw new Error('a row stands twice')
    for (const item of data) cities.add(mustBeWhole(item))
    if (new Set(data.map((item) => item.cities)).size > 1) throw new Error('two versions in a page')
    return data
  }

  async function readDetail(id: string) {
    cities.add(mustBeWhole(Value.Parse(Detail, await ask(`/v1/customers/${id}`)).data))
  }

  async function sync(since: string): Promise<string> {
    const from = since === '' ? '' : `&filter[updatedSince]=${encodeURIComponent(since)}`
    const page = `/v1/customers?sort=updatedAt:asc&pageSize=${PAGE_SIZE}${from}`
    const { data } = Value.Parse(List, await ask(page))
    let last = since
    for (const { id, updatedAt } of data) {
      if (last !== '' && updatedAt <= last) throw new Error(`${updatedAt} came after ${last}`)
      last = updatedAt
      synced.set(id, updatedAt)
    }
    return last
  }

  const working = Promise.all([
    (async () => {
      while (!stop.signal.aborted) {
        const [first] = await readList(`sort=updatedAt:desc&pageSize=${PAGE_SIZE}`)
        if (first !== undefined) await readDetail(first.id)
      }
    })(),
    (async () => {
      while (!stop.signal.aborted) await readList(`sort=nameSurname:asc&pageSize=${PAGE_SIZE}`)
    })(),
    (async () => {
      for (let since = ''; !stop.signal.aborted; ) since = await sync(since)
    })(),
  ])
  working.catch(() => undefined)

  return {
    answers: () => answers,
    cities: () => cities,
    slowestMs: () => slowestMs,
    /** Rejects with the first wrong answer; gives what was learnt by `updatedSince` alone. */
    async stop(): Promise<ReadonlyMap<string, string>> {
      stop.abort()
      await working
      let since = [...synced.values()].toSorted().at(-1) ?? ''
      for (let next = await sync(since); next !== since; next = await sync(since)) since = next
      return synced
    },
  }
}

/** A customer's phone and e-mail are always written together. */
function mustBeWhole({ id, phone, email, cities }: Item): string {
  if (email !== `${phone}@example.com`) throw new Error(`${id} has ${phone} and ${email}`)
  return cities
}
