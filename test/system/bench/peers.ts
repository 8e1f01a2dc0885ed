import { type Benchmark, median, type Run } from './benchmark.ts'
import { type Driven, driven, type Kind, type Turn } from './peers/measure.ts'
import { ours, peer } from './peers/systems.ts'

const CLIENTS = [1, 16, 64] as const
const KINDS = ['create', 'page'] as const
/** CPU is given by process at this number of clients. */
const USUAL = 16

/** What each does, so that nobody compares rates alone. */
const notes = [
  'all: credentials, a schema, every create under a key of its own and in the next page; PostgreSQL waits for its disk.',
  'ours: besides, a claim against a second document, facts of the customer, personal data sealed, events with MACs in a hash chain, an append-only log and a read model that are services of their own, totals, an access log, metrics.',
  'emmett (0.42, Fastify): one stream and one row for each document in one transaction. No claims, encryption, MACs, chain, totals or services of their own.',
  'plain (Fastify): key, event and row in one statement. None of that, and no event store: the floor for Node and PostgreSQL, no product.',
]

/** Ours beside what one could take or write instead, in turns in one run. */
export const peers: Benchmark = {
  name: 'peers',
  async run(run) {
    const systems: Driven[] = []
    try {
      for (const start of [ours, () => peer('emmett'), () => peer('plain')])
        systems.push(await driven(await start()))
      return await measured(systems, run)
    } finally {
      for (const system of systems) await system.close()
    }
  },
}

async function measured(systems: readonly Driven[], run: Run) {
  const { quick, tell } = run
  for (const note of notes) tell(note)
  for (const system of systems) await system.warmUp(quick ? 1_500 : 4_000, 120_000)
  const checks = [await allRight(systems)]
  const turns = new Map<string, Turn[]>()
  for (const kind of KINDS)
    for (const clients of CLIENTS)
      for (let round = 0; round < (quick ? 2 : 5); round++)
        for (const system of round % 2 === 0 ? systems : systems.toReversed()) {
          const turn = await system.turn(kind, clients, quick ? 1_500 : 3_000)
          const place = placeOf(kind, clients, system.name)
          turns.set(place, [...(turns.get(place) ?? []), turn])
          tell(
            `${place}: ${turn.perSecond.toFixed(0)}/s, ${cpuOf(turn).toFixed(0)} µs of CPU a call`,
          )
        }
  checks.push(await allRight(systems))
  return resultOf(turns, checks.every(Boolean))
}

async function allRight(systems: readonly Driven[]): Promise<boolean> {
  const checks: boolean[] = []
  for (const system of systems) checks.push(await system.isRight())
  return checks.every(Boolean)
}

const placeOf = (kind: Kind, clients: number, name: string) => `${kind} ${clients} ${name}`

const cpuOf = ({ micros }: Turn) => Object.values(micros).reduce((sum, one) => sum + one, 0)

function resultOf(turns: ReadonlyMap<string, readonly Turn[]>, correct: boolean) {
  const of = (kind: Kind, clients: number, name: string) =>
    turns.get(placeOf(kind, clients, name)) ?? []
  const rate = (kind: Kind, clients: number, name: string) =>
    median(of(kind, clients, name).map(({ perSecond }) => perSecond))
  const cpu = (kind: Kind, clients: number, name: string) =>
    median(of(kind, clients, name).map(cpuOf))
  /** The median of the rounds, each of which had both. */
  const ratio = (kind: Kind, clients: number, name: string) => {
    const theirs = of(kind, clients, name)
    const each = of(kind, clients, 'ours').map(
      ({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN),
    )
    return median(each)
  }
  const everywhere = ['emmett', 'plain'].flatMap((name) =>
    KINDS.flatMap((kind) => CLIENTS.map((clients) => ({ name, kind, clients }))),
  )
  return {
    name: 'peers',
    figures: {
      createCpuMicros: cpu('create', USUAL, 'ours'),
      pageCpuMicros: cpu('page', USUAL, 'ours'),
      ...byProcess('create', of('create', USUAL, 'ours')),
      ...byProcess('page', of('page', USUAL, 'ours')),
    },
    references: Object.fromEntries(
      KINDS.flatMap((kind) =>
        ['emmett', 'plain'].map((name) => [`${kind}CpuMicros ${name}`, cpu(kind, USUAL, name)]),
      ),
    ),
    ratios: Object.fromEntries(
      everywhere.map(({ name, kind, clients }) => [
        `${kind}s${clients}Vs${name === 'plain' ? 'Plain' : 'Emmett'}`,
        ratio(kind, clients, name),
      ]),
    ),
    correct,
    table: {
      title: 'A second, by the number of clients',
      rows: CLIENTS.map((clients) =>
        Object.fromEntries([
          ['clients', clients],
          ...KINDS.flatMap((kind) =>
            ['ours', 'emmett', 'plain'].map((name): [string, number] => [
              `${kind}s ${name}`,
              rate(kind, clients, name),
            ]),
          ),
        ]),
      ),
    },
    notes,
  }
}

function byProcess(kind: Kind, turns: readonly Turn[]) {
  const parts = Object.keys(turns[0]?.micros ?? {})
  return Object.fromEntries(
    parts.map((part) => [
      `${kind}CpuMicros ${part}`,
      median(turns.map(({ micros }) => micros[part] ?? 0)),
    ]),
  )
}
