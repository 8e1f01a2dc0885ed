import type { publishPosition } from '#command/reference-data/followers.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { type Instance, type Surroundings, startInstance } from './instance.ts'

/** How many instances of the command service use a database at once. */
export const INSTANCES = 3

/** A database, and what uses it. */
export interface World {
  readonly vault: Vault
  readonly instances: Instance[]
  /** Also those that another one has replaced, and that live on. */
  readonly started: readonly Instance[]
  /** Of each key, the tries that have begun, the last one at the end. */
  readonly tries: Map<string, Try[]>
  /** Of each key, the data key of the person whom its answer shows. */
  readonly keptFor: Map<string, string>
  /** In the order in which they were taken. */
  readonly held: Held[]
  readonly followers: Map<string, Follower>
  readonly start: () => Promise<Instance>
  /** Resolves once everything that is under way has been executed. */
  readonly settled: () => Promise<void>
  /** What the database has answered since the last look, in any order. */
  readonly answers: () => readonly Answer[]
  /** What stands for an id that was generated: two worlds have other ids in the same places. */
  readonly named: (value: unknown) => string
}

export interface Try {
  readonly commandId: string
  readonly lease: string
  readonly by: Instance
}

export interface Held {
  readonly name: string
  readonly by: Instance
  readonly lost: AbortSignal
  isKnownLost: boolean
  readonly done: () => void
  readonly ended: Promise<unknown>
}

export interface Follower {
  position: LogPosition
  readonly close: ReturnType<typeof publishPosition>['close']
}

interface Database extends Surroundings {
  /** What it has answered to statements. */
  readonly answers: Answer[]
  readonly settled: () => Promise<void>
}

export async function worldOn({ vault, poolWith, settled, answers }: Database): Promise<World> {
  const started: Instance[] = []
  async function start() {
    const one = await startInstance({ vault, poolWith })
    started.push(one)
    return one
  }
  const instances: Instance[] = []
  for (let count = 0; count < INSTANCES; count++) instances.push(await start())
  const names = new Map<string, string>()
  return {
    vault,
    instances,
    started,
    tries: new Map(),
    keptFor: new Map(),
    held: [],
    followers: new Map(),
    start,
    settled,
    answers: () => sorted(answers.splice(0).map(comparable)),
    named: (value) =>
      written(value).replaceAll(UUID, (id) => {
        const name = names.get(id) ?? `id ${names.size + 1}`
        names.set(id, name)
        return name
      }),
  }
}

/** So that its work ends, and nothing of it reaches the next run. */
export async function endWorld({ started, held, followers }: World): Promise<void> {
  for (const { done } of held) done()
  await Promise.all(held.map(({ ended }) => ended))
  await Promise.all([...followers.values()].map(({ close }) => close()))
  await Promise.all(started.map((one) => one.end()))
}

export interface Answer {
  readonly rows: readonly unknown[]
  readonly rowCount: number | null
}

/** Rows have no order of their own. */
const comparable = ({ rows, rowCount }: Answer): Answer => ({ rows: sorted(rows), rowCount })

const sorted = <Item>(items: readonly Item[]) =>
  items.toSorted((one, other) => (written(one) < written(other) ? -1 : 1))

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

const written = (value: unknown) =>
  JSON.stringify(value, (name, of: unknown) => {
    // It is sealed with another random number each time.
    if (name === 'sealed_answer') return of !== null
    // What instances do at the same time is done in any order, microseconds apart.
    if (name === 'now') return String(of).replace(/\.\d{3}/, '.…')
    return typeof of === 'bigint' ? `${of} as bigint` : of
  }) ?? ''
