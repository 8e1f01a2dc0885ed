import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ratePerSecond } from '../benchmark.ts'
import { cpuByPart } from '../cpu-by-part.ts'
import { type Client, openClient } from './client.ts'
import { documentOf } from './document.ts'
import { type Compared, credentials } from './systems.ts'

const CHECKED = 20
const Created = Type.Object({ data: Type.Object({ id: Type.String() }) })
const Page = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) })

export type Kind = 'create' | 'page'

/** What a system did in one turn. */
export interface Turn {
  readonly perSecond: number
  /** CPU for each call by process, in microseconds. */
  readonly micros: Readonly<Record<string, number>>
}

export type Driven = Awaited<ReturnType<typeof driven>>

/** A system with clients that ask it for work. */
export async function driven(system: Compared) {
  const { baseUrl, create, page, isEnveloped, pids } = system
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  let sent = 0
  let done = 0

  async function called(client: Client, request: Omit<Parameters<Client['call']>[0], 'headers'>) {
    const key = request.method === 'POST' ? { 'idempotency-key': `bench-${sent}` } : {}
    const { status, body } = await client.call({ ...request, headers: { authorization, ...key } })
    if (status !== 200 && status !== 201) {
      throw new Error(`${system.name} answered ${status}: ${body.slice(0, 300)}`)
    }
    done++
    return body
  }

  const bodyOf = (index: number) => {
    const document = documentOf(index)
    return JSON.stringify(isEnveloped ? { data: document } : document)
  }
  const again = (client: Client) =>
    called(client, { method: 'POST', path: create, body: bodyOf(sent) })
  const work = {
    create: (client: Client) => {
      sent++
      return again(client)
    },
    page: (client: Client) => called(client, { method: 'GET', path: page }),
  }

  async function turn(kind: Kind, concurrency: number, durationMs: number): Promise<Turn> {
    const clients = await Promise.all(
      Array.from({ length: concurrency }, () => openClient(baseUrl)),
    )
    const free = [...clients]
    const [before, doneBefore] = [await cpuByPart(pids), done]
    const perSecond = await ratePerSecond({ concurrency, durationMs }, async () => {
      const client = free.pop()
      if (client === undefined) throw new Error('more callers than clients')
      await work[kind](client)
      free.push(client)
    })
    for (const client of clients) client.close()
    const [after, calls] = [await cpuByPart(pids), done - doneBefore]
    const used = [...after].map(([part, micros]): [string, number] => [
      part,
      (micros - (before.get(part) ?? 0)) / calls,
    ])
    return { perSecond, micros: Object.fromEntries(used) }
  }

  /** Each new document stands in the next page, and its request repeated gives the same one. */
  async function isRight(): Promise<boolean> {
    const client = await openClient(baseUrl)
    for (let index = 0; index < CHECKED; index++) {
      const { id } = Value.Parse(Created, JSON.parse(await work.create(client))).data
      const { data } = Value.Parse(Page, JSON.parse(await work.page(client)))
      const repeated = Value.Parse(Created, JSON.parse(await again(client))).data
      if (repeated.id !== id || data.filter((one) => one.id === id).length !== 1) return false
    }
    client.close()
    return true
  }

  return {
    name: system.name,
    turn,
    isRight,
    warmUp: async (calls: number, withinMs: number) => {
      const end = performance.now() + withinMs
      for (const kind of ['create', 'page'] as const) {
        const before = done
        for (let made = 0; made < calls && performance.now() < end; made = done - before)
          await turn(kind, 16, 500)
      }
    },
    close: system.close,
  }
}
