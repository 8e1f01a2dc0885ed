import { readFileSync } from 'node:fs'
import { type ChannelCredentials, credentials, Metadata, type ServiceError } from '@grpc/grpc-js'
import type { EventStoreAddress } from '../address.ts'
import { featureServices, gossip, gossipServices, shared } from '../store-protocol.ts'
import type { Host } from './nodes.ts'

const ANSWER_WITHIN_MS = 3_000
const TICKS_PER_MILLISECOND = 10_000n

export interface GossipMember {
  readonly host: Host
  readonly isAlive: boolean
  readonly isLeader: boolean
  /** `Leader`, `Follower` … in small letters. */
  readonly state: string
  /** What its clock said, to about two seconds; undefined where it says nothing. */
  readonly clockMs: number | undefined
}

/** What a node says of its cluster. */
export async function membersAt(
  host: Host,
  address: EventStoreAddress,
  withinMs = ANSWER_WITHIN_MS,
): Promise<readonly GossipMember[]> {
  const client = new gossipServices.GossipClient(`${host.address}:${host.port}`, channel(address))
  const info = await answered<gossip.ClusterInfo>((done) => {
    client.read(new shared.Empty(), new Metadata(), within(withinMs), done)
  }).finally(() => client.close())
  return info.getMembersList().map(memberFrom)
}

function memberFrom(member: gossip.MemberInfo): GossipMember {
  const end = member.getHttpEndPoint()
  const state = member.getState()
  const [name = 'unknown'] =
    Object.entries(gossip.MemberInfo.VNodeState).find(([, value]) => value === state) ?? []
  const ticks = BigInt(member.getTimeStamp())
  return {
    host: { address: end?.getAddress() ?? '', port: end?.getPort() ?? 0 },
    isAlive: member.getIsAlive(),
    isLeader: state === gossip.MemberInfo.VNodeState.LEADER,
    state: name.toLowerCase(),
    clockMs: ticks > 0n ? Number(ticks / TICKS_PER_MILLISECOND) : undefined,
  }
}

/** As the server calls it: `24.10.4`. */
export async function versionAt(host: Host, address: EventStoreAddress): Promise<string> {
  const client = new featureServices.ServerFeaturesClient(
    `${host.address}:${host.port}`,
    channel(address),
  )
  const supported = await answered<{ getEventStoreServerVersion: () => string }>((done) => {
    client.getSupportedMethods(new shared.Empty(), new Metadata(), within(), done)
  }).finally(() => client.close())
  return supported.getEventStoreServerVersion()
}

const within = (ms = ANSWER_WITHIN_MS) => ({ deadline: Date.now() + ms })

function channel({ options: { tls = true, tlsCAFile } }: EventStoreAddress): ChannelCredentials {
  if (!tls) return credentials.createInsecure()
  return credentials.createSsl(tlsCAFile === undefined ? null : readFileSync(tlsCAFile))
}

function answered<Answer>(
  call: (done: (error: ServiceError | null, answer: Answer) => void) => void,
) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  call((error, answer) => (error === null ? resolve(answer) : reject(error)))
  return promise
}
