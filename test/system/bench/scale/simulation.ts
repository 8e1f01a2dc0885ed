import { Clock } from './clock.ts'
import { Groups, Servers } from './resources.ts'

/** What one draft costs, in microseconds of a core or of a disk; see docs/scale.md. */
export interface Costs {
  readonly gateway: number
  /** Before, between and after the two appends, in equal parts. */
  readonly command: number
  /** Each of the two appends: in the log's node, and in the database behind it. */
  readonly node: number
  readonly nodeDatabase: number
  /** One flush of the log's disk; all appends that wait share it. */
  readonly flush: number
  /** One transaction of the projections, and each draft in it. */
  readonly projectionTransaction: number
  readonly projection: number
  readonly projectionDatabase: number
}

/** Where the parts run: each number is a machine. */
export interface Deployment {
  readonly name: string
  /** The cores of each machine. */
  readonly machines: readonly number[]
  readonly gateways: readonly number[]
  readonly commands: readonly number[]
  /** The first is the leader; an append waits for a majority. */
  readonly logNodes: readonly number[]
  readonly database: number
  /** One for each shard. */
  readonly projections: readonly number[]
  /** From one machine to another. */
  readonly networkUs: number
}

export interface Outcome {
  readonly draftsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** What is busiest, and the share of time in which it is. */
  readonly bottleneck: string
  readonly utilization: number
}

const STEPS_OF_THE_COMMAND = 3

/** Clients that send one draft after the other, for some seconds of simulated time. */
export async function simulate(
  costs: Costs,
  deployment: Deployment,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<Outcome> {
  const clock = new Clock()
  const system = systemOf(clock, costs, deployment)
  const latencies: number[] = []
  async function client(index: number) {
    for (;;) {
      const since = clock.now
      await system.draft(index)
      latencies.push(clock.now - since)
    }
  }
  for (let index = 0; index < clients; index += 1) void client(index)
  await clock.runUntil(seconds * 1_000_000)
  latencies.sort((a, b) => a - b)
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? NaN) / 1_000
  const [bottleneck = 'nothing', utilization = 0] = system.busiest()
  return {
    draftsPerSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    bottleneck,
    utilization,
  }
}

/** A process of Node.js: one thread, on one of the cores of its machine. */
interface Process {
  readonly machine: number
  readonly thread: Servers
}

function systemOf(clock: Clock, costs: Costs, deployment: Deployment) {
  const { machines, gateways, commands, logNodes, database, projections, networkUs } = deployment
  const cores = machines.map((count) => new Servers(clock, count))
  const all = new Map(cores.map((one, index) => [`cores of machine ${index}`, one]))
  const process = (name: string, machine: number): Process => {
    const thread = new Servers(clock, 1)
    all.set(name, thread)
    return { machine, thread }
  }
  const processes = (name: string, places: readonly number[]) =>
    places.map((machine, index) => process(`${name} ${index}`, machine))
  const computeAt = (machine: number, us: number) => cores[machine]?.use(us) ?? Promise.resolve()
  const compute = ({ machine, thread }: Process, us: number) =>
    thread.hold(us, () => computeAt(machine, us))
  const travel = (from: number, to: number) =>
    from === to ? Promise.resolve() : clock.wait(networkUs)

  const gateway = processes('gateway', gateways)
  const command = processes('command service', commands)
  const nodes = processes('log node', logNodes).map((node, index) => {
    const disk = new Servers(clock, 1)
    all.set(`disk of log node ${index}`, disk)
    return { node, flushed: new Groups(() => disk.use(costs.flush)) }
  })
  const readModels = processes('projections', projections).map((writer) => ({
    writer,
    shown: new Groups(async (count) => {
      await compute(writer, costs.projectionTransaction + costs.projection * count)
      await travel(writer.machine, database)
      await computeAt(database, costs.projectionDatabase * count)
      await travel(database, writer.machine)
    }),
  }))

  async function writeAt({ node, flushed }: (typeof nodes)[number], from: number) {
    await travel(from, node.machine)
    await compute(node, costs.node)
    await computeAt(node.machine, costs.nodeDatabase)
    await flushed.join()
    await travel(node.machine, from)
  }

  async function append(from: number) {
    const [leader, ...followers] = nodes
    if (leader === undefined) return
    const needed = Math.floor(nodes.length / 2)
    const { machine } = leader.node
    await travel(from, machine)
    await Promise.all([leader, ...followers.slice(0, needed)].map((one) => writeAt(one, machine)))
    await travel(machine, from)
  }

  async function draft(client: number) {
    const entrance = pick(gateway, client)
    const service = pick(command, client)
    const { writer, shown } = pick(readModels, client)
    const part = costs.command / STEPS_OF_THE_COMMAND
    await compute(entrance, costs.gateway / 2)
    await travel(entrance.machine, service.machine)
    await compute(service, part)
    await append(service.machine)
    await compute(service, part)
    await append(service.machine)
    await travel(service.machine, writer.machine)
    await shown.join()
    await travel(writer.machine, service.machine)
    await compute(service, part)
    await travel(service.machine, entrance.machine)
    await compute(entrance, costs.gateway / 2)
  }

  return {
    draft,
    busiest: () =>
      [...all]
        .map(([name, one]): [string, number] => [name, one.utilization()])
        .toSorted(([, one], [, other]) => other - one)[0] ?? [],
  }
}

/** A client's company goes to one instance. */
function pick<T>(instances: readonly T[], client: number): T {
  const instance = instances[client % instances.length]
  if (instance === undefined) throw new Error('a part runs nowhere')
  return instance
}
