import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { deployments } from './deployments.ts'
import { simulate } from './simulation.ts'

const CLIENTS = [1, 16, 64, 256]
const SECONDS = 10

const Costs = Compile(
  Type.Object({
    gateway: Type.Number(),
    command: Type.Number(),
    node: Type.Number(),
    nodeDatabase: Type.Number(),
    flush: Type.Number(),
    projectionTransaction: Type.Number(),
    projection: Type.Number(),
    projectionDatabase: Type.Number(),
  }),
)

const costs = Costs.Parse(
  JSON.parse(await readFile(new URL('costs.json', import.meta.url), 'utf8')),
)
const print = (...cells: readonly (string | number)[]) =>
  process.stdout.write(`| ${cells.join(' | ')} |\n`)

print('deployment', 'clients', 'drafts/s', 'p50 ms', 'p99 ms', 'busiest', 'at work')
print('---', '---:', '---:', '---:', '---:', '---', '---:')
for (const deployment of deployments) {
  for (const clients of CLIENTS) {
    const outcome = await simulate(costs, deployment, { clients, seconds: SECONDS })
    const { draftsPerSecond, p50Ms, p99Ms, bottleneck, utilization } = outcome
    const figures = [draftsPerSecond.toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1)]
    print(deployment.name, clients, ...figures, bottleneck, `${(utilization * 100).toFixed(0)} %`)
  }
}
