import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { answerWithin, waitAtMost } from '../timing.ts'
import { type AddressOptions, type EventStoreAddress, parseAddress } from './address.ts'
import { newClient } from './client.ts'
import { asError, isAccessDenied } from './errors.ts'

const READ_WITHIN_MS = 3_000
const CONNECT_WITHIN_MS = 2_000

/** Why an event store cannot be used, in plain words without the URL's password; undefined when it can. */
export async function diagnose(url: string): Promise<string | undefined> {
  const error = await readEnd(url)
  if (error === undefined) return undefined
  if (isAccessDenied(error)) return wordsForRefusal(error.code)
  const { hosts, isDnsName, options } = parseAddress(url)
  const findings = await Promise.all(hosts.map((host) => findingAt(host, options)))
  const reachable = findings.some((finding) => finding === undefined)
  if (!reachable) return findings.join('; ')
  return hosts.length > 1 || isDnsName
    ? 'the cluster has no leader: it is electing one, or too few of its nodes are up'
    : `it can be reached but does not answer (${withoutMoment(error.message)})`
}

/** The client says when it last tried to connect: the same reason would always be another. */
const withoutMoment = (message: string) => message.replaceAll(/ \(\d{4}-\d\d-\d\dT[\d:.]+Z\)/g, '')

async function readEnd(url: string): Promise<Error | undefined> {
  const client = newClient(url)
  try {
    await answerWithin(READ_WITHIN_MS, drain(client))
    return undefined
  } catch (error) {
    return asError(error)
  } finally {
    await waitAtMost(CONNECT_WITHIN_MS, client.dispose())
  }
}

/** To its end: a client that is disposed of waits for a read that was left early. */
async function drain(client: EventStoreDBClient) {
  const end = {
    direction: BACKWARDS,
    fromPosition: END,
    maxCount: 1,
    requiresLeader: true,
  } as const
  for await (const _ of client.readAll(end)) continue
}

const wordsForRefusal = (code: status | undefined) =>
  code === status.UNAUTHENTICATED
    ? 'wrong user, password or token'
    : 'the user has no right to read $all: give it one in the ACL of $all, or use a member of $admins'

type Host = EventStoreAddress['hosts'][number]

/** Why a node cannot be reached; undefined when it can. */
async function findingAt({ address, port }: Host, { tls = true, tlsCAFile }: AddressOptions) {
  const at = `${address}:${port}`
  const refused = await failureOf(connectTcp({ host: address, port }), 'connect')
  if (refused !== undefined) return `no server answers at ${at} (${refused.code})`
  const isTls = await speaksTls(address, port)
  if (!tls) return isTls ? `${at} speaks TLS, but the URL says tls=false` : undefined
  if (!isTls) return `${at} does not speak TLS: add tls=false to the URL if that is meant`
  const ca = tlsCAFile === undefined ? {} : { ca: readFileSync(tlsCAFile) }
  const distrust = await failureOf(connectTls({ ...named(address), port, ...ca }), 'secureConnect')
  if (distrust === undefined) return undefined
  return `the certificate of ${at} is not trusted (${distrust.code}): name its authority with tlsCAFile`
}

const speaksTls = async (address: string, port: number) => {
  const socket = connectTls({ ...named(address), port, rejectUnauthorized: false })
  return (await failureOf(socket, 'secureConnect')) === undefined
}

/** TLS allows no IP address as a server name. */
const named = (host: string) => (/^[\d.]+$|:/.test(host) ? { host } : { host, servername: host })

async function failureOf(socket: Socket, event: 'connect' | 'secureConnect') {
  try {
    await answerWithin(CONNECT_WITHIN_MS, once(socket, event))
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    return { code }
  } finally {
    socket.destroy()
  }
}
