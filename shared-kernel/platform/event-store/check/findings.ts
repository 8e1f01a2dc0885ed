import { CLOCKS_DIFFER_MS } from '../../checks/clock-offset.ts'
import { clockFinding, type Finding, fault, ok, warning } from '../../checks/finding.ts'
import { categories, uncheckedMacs } from '../../vault/event-macs.ts'
import { waitAtMost } from '../../waiting/timing.ts'
import { type EventStoreAddress, parseAddress } from '../address.ts'
import { newClient } from '../client.ts'
import { asError } from '../errors.ts'
import { SERVER_VERSIONS } from '../server-versions.ts'
import type { StoreClient } from '../store-client.ts'
import { type GossipMember, membersAt, versionAt } from './gossip.ts'
import { logContents } from './log-contents.ts'
import { advertisedFinding, type Host, nodeFinding } from './nodes.ts'
import { rightFindings, wholeLogRight } from './rights.ts'
import { offsetToLeader } from './server-clock.ts'

const CLOSE_WITHIN_MS = 2_000
const clock = { toleranceMs: CLOCKS_DIFFER_MS, decimals: 1 }

/** Looks at the nodes, the cluster, the user's rights, the clocks, the times, and what others did to our streams.  Writes nothing. */
export async function* eventStoreFindings(url: string): AsyncGenerator<Finding> {
  const address = parseAddress(url)
  const nodes = await Promise.all(address.hosts.map((host) => nodeFinding(host, address.options)))
  yield* nodes
  const first = address.hosts.find((_, index) => nodes[index]?.verdict !== 'fault')
  if (first === undefined) return
  yield await versionFinding(first, address)
  yield* clusterFindings(first, address)
  const client = newClient(url)
  try {
    yield* logFindings(client)
  } finally {
    await waitAtMost(CLOSE_WITHIN_MS, client.dispose())
  }
}

async function* logFindings(client: StoreClient): AsyncGenerator<Finding> {
  const whole = await wholeLogRight(client)
  yield whole.finding
  if (whole.isOver) return
  const contents = logContents(client, uncheckedMacs, categories)
  const isReadable = whole.finding.verdict !== 'fault'
  yield* rightFindings(client, categories, isReadable ? await contents.withOwnAcl() : [])
  if (isReadable) yield* contents.findings()
}

async function versionFinding(host: Host, address: EventStoreAddress): Promise<Finding> {
  const subject = 'version of the server'
  try {
    const version = await versionAt(host, address)
    const isTried = SERVER_VERSIONS.some((tried) => seriesOf(tried) === seriesOf(version))
    return isTried
      ? ok(subject, version)
      : warning(
          subject,
          `${version}: tried were ${SERVER_VERSIONS.join(', ')}`,
          'words of errors and limits of sizes may differ: try it on a copy (docs/eventstoredb.md)',
        )
  } catch (error) {
    return fault(subject, `not known (${asError(error).message})`, 'look at the log of the server')
  }
}

const seriesOf = (version: string) => version.split('.').slice(0, 2).join('.')

async function* clusterFindings(host: Host, address: EventStoreAddress): AsyncGenerator<Finding> {
  let members: readonly GossipMember[]
  const before = Date.now()
  try {
    members = await membersAt(host, address)
  } catch (error) {
    yield fault(
      'gossip',
      `it says nothing of the cluster (${asError(error).message})`,
      'let everybody read the gossip of the server, and look at its log',
    )
    return
  }
  const offsetMs = offsetToLeader(members, { before, after: Date.now() })
  const alive = members.filter(({ isAlive }) => isAlive)
  const leader = alive.find(({ isLeader }) => isLeader)
  const said = members.map(({ host: { address: name, port }, state }) => `${name}:${port} ${state}`)
  yield leader === undefined
    ? fault('leader', `the cluster has no leader: ${said.join(', ')}`, 'start the missing nodes')
    : ok('leader', `${leader.host.address}:${leader.host.port} of ${members.length} nodes`)
  for (const dead of members.filter(({ isAlive }) => !isAlive)) {
    const { address: name, port } = dead.host
    yield warning(`node ${name}:${port}`, 'the cluster calls it dead', 'start it')
  }
  const isGossiped = address.hosts.length > 1 || address.isDnsName
  if (isGossiped) for (const member of alive) yield await advertisedFinding(member.host)
  yield offsetMs === undefined
    ? ok('clock of the server', 'it says nothing of it')
    : clockFinding('clock of the server', -offsetMs, clock)
}
