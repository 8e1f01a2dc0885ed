import { status } from '@grpc/grpc-js'
import type { Finding } from '../checks/finding.ts'
import { categories } from '../vault/event-macs.ts'
import { answerWithin, waitAtMost } from '../waiting/timing.ts'
import { parseAddress } from './address.ts'
import { membersAt } from './check/gossip.ts'
import { advertisedFinding, nodeFinding } from './check/nodes.ts'
import { readEnd } from './check/read-end.ts'
import { rightFindings } from './check/rights.ts'
import { newClient } from './client.ts'
import { asError, isAccessDenied } from './errors.ts'

const READ_WITHIN_MS = 3_000
const CONNECT_WITHIN_MS = 2_000

/** Why an event store cannot be used, in plain words without the URL's password; undefined when it can. */
export async function diagnose(url: string): Promise<string | undefined> {
  const error = await failureOf(url)
  if (error === undefined) return undefined
  if ('verdict' in error) return inWords(error)
  if (isAccessDenied(error)) return wordsForRefusal(error.code)
  const address = parseAddress(url)
  const { hosts, isDnsName, options } = address
  const nodes = await Promise.all(hosts.map((host) => nodeFinding(host, options)))
  const reachable = hosts.find((_, index) => nodes[index]?.verdict !== 'fault')
  if (reachable === undefined) return nodes.map(inWords).join('; ')
  if (hosts.length === 1 && !isDnsName) {
    return `it can be reached but does not answer (${withoutMoment(error.message)})`
  }
  const members = await membersAt(reachable, address).catch(() => [])
  const advertised = members.filter(({ isAlive }) => isAlive).map(({ host }) => host)
  const unreached = (await Promise.all(advertised.map(advertisedFinding))).filter(
    ({ verdict }) => verdict === 'fault',
  )
  return unreached.length > 0
    ? unreached.map((finding) => `${finding.subject}: ${inWords(finding)}`).join('; ')
    : 'the cluster has no leader: it is electing one, or too few of its nodes are up'
}

const inWords = ({ found, cure }: Finding) => (cure === undefined ? found : `${found}: ${cure}`)

/** The client says when it last tried to connect: the same reason would always be another. */
const withoutMoment = (message: string) => message.replaceAll(/ \(\d{4}-\d\d-\d\dT[\d:.]+Z\)/g, '')

/** Why the log cannot be read, or else the first right that is missing. */
async function failureOf(url: string): Promise<Error | Finding | undefined> {
  const client = newClient(url)
  try {
    await answerWithin(READ_WITHIN_MS, readEnd(client))
    for await (const finding of rightFindings(client, categories, [])) {
      if (finding.verdict === 'fault') return finding
    }
    return undefined
  } catch (error) {
    return asError(error)
  } finally {
    await waitAtMost(CONNECT_WITHIN_MS, client.dispose())
  }
}

const wordsForRefusal = (code: status | undefined) =>
  code === status.UNAUTHENTICATED
    ? 'wrong user, password or token'
    : 'the user has no right to read $all: give it one in the ACL of $all, or use a member of $admins'
