import { randomUUID } from 'node:crypto'
import type { handleUnaryCall } from '@grpc/grpc-js'
import { gossip, shared } from '#kernel/platform/event-store/store-protocol.ts'

const TICKS_PER_MILLISECOND = 10_000n

/** A node as its cluster knows it. */
export interface ClusterMember {
  readonly host: string
  readonly port: number
  readonly isLeader: boolean
  readonly isAlive: boolean
}

/** Describes the cluster to clients. */
export function readGossip(
  members: () => readonly ClusterMember[],
  clock: () => number,
): handleUnaryCall<shared.Empty, gossip.ClusterInfo> {
  const instance = new shared.UUID().setString(randomUUID())
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
  return (_call, callback) => {
    const described = members().map(({ host, port, isLeader, isAlive }) =>
      new gossip.MemberInfo()
        .setInstanceId(instance)
        .setTimeStamp(String(BigInt(clock()) * TICKS_PER_MILLISECOND))
        .setState(isLeader ? LEADER : FOLLOWER)
        .setIsAlive(isAlive)
        .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port)),
    )
    callback(null, new gossip.ClusterInfo().setMembersList(described))
  }
}
