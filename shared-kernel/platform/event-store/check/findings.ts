import {
  type EventStoreDBClient,
  jsonEvent,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { clockFinding, type Finding, fault, ok, warning } from '../../checks/finding.ts'
import { CLOCKS_DIFFER_MS } from '../../clock-offset.ts'
import { answerWithin, waitAtMost } from '../../timing.ts'
import { type EventStoreAddress, parseAddress } from '../address.ts'
import { newClient } from '../client.ts'
import { asError, isAccessDenied } from '../errors.ts'
import { SERVER_VERSIONS } from '../server-versions.ts'
import { type Member, membersAt, versionAt } from './gossip.ts'
import { advertisedFinding, type Host, nodeFinding } from './nodes.ts'
import { readEnd } from './read-end.ts'
import { offsetToLeader } from './server-clock.ts'

const ANSWER_WITHIN_MS = 5_000
const CLOSE_WITHIN_MS = 2_000
const clock = { toleranceMs: CLOCKS_DIFFER_MS, decimals: 1 }
const SLOW_MS = 1_000
/** No stream has that revision: the append is refused, but only after the right was looked at. */
const NO_SUCH_REVISION = 2n ** 62n

/** Looks at the nodes, the cluster, the user's rights, the clocks and the times of an event store. Writes nothing. */
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
    yield await readFinding(client)
    yield await appendFinding(client)
  } finally {
    await waitAtMost(CLOSE_WITHIN_MS, client.dispose())
  }
}

async function versionFinding(host: Host, address: EventStoreAddress): Promise<Finding> {
  const subject = 'version of the server'
  try {
    const version = await versionAt(host, address)
    const isTried = SERVER_VERSIONS.some((tried) => seriesOf(tried) === seriesOf(version))
    return isTried
      ? ok(subject, version)
      : warning(subject, `${version} was not tried`, `use one of ${SERVER_VERSIONS.join(', ')}`)
  } catch (error) {
    return fault(subject, `not known (${asError(error).message})`)
  }
}

const seriesOf = (version: string) => version.split('.').slice(0, 2).join('.')

async function* clusterFindings(host: Host, address: EventStoreAddress): AsyncGenerator<Finding> {
  let members: readonly Member[]
  const before = Date.now()
  try {
    members = await membersAt(host, address)
  } catch (error) {
    yield fault('gossip', `it says nothing of the cluster (${asError(error).message})`)
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

async function readFinding(client: EventStoreDBClient): Promise<Finding> {
  const { error, ms } = await timed(() => readEnd(client))
  return error === undefined
    ? timeFinding('right to read', `$all can be read, in ${ms} ms`, ms)
    : refusedFinding('right to read', error, { right: 'read $all', acl: 'the ACL of $all' })
}

async function appendFinding(client: EventStoreDBClient): Promise<Finding> {
  const probe = jsonEvent({ type: 'Probe', data: {} })
  const { error, ms } = await timed(() =>
    client.appendToStream('sarraf-check', [probe], { expectedRevision: NO_SUCH_REVISION }),
  )
  return error === undefined || error instanceof WrongExpectedVersionError
    ? timeFinding('right to write', `streams can be written, answered in ${ms} ms`, ms)
    : refusedFinding('right to write', error, {
        right: 'write to streams',
        acl: 'the default ACL ($settings)',
      })
}

const timeFinding = (subject: string, found: string, ms: number): Finding =>
  ms > SLOW_MS
    ? warning(subject, found, 'look at the disk and the network of the server')
    : ok(subject, found)

function refusedFinding(
  subject: string,
  error: Error,
  { right, acl }: { readonly right: string; readonly acl: string },
): Finding {
  if (!isAccessDenied(error)) return fault(subject, `no answer (${error.message})`)
  return error.code === status.UNAUTHENTICATED
    ? fault(subject, 'wrong user, password or token', 'correct EVENTSTORE_URL')
    : fault(subject, `the user may not ${right}`, `give it the right in ${acl}`)
}

async function timed(work: () => Promise<unknown>) {
  const before = performance.now()
  const error = await answerWithin(ANSWER_WITHIN_MS, work()).then(() => undefined, asError)
  return { error, ms: Math.round(performance.now() - before) }
}
