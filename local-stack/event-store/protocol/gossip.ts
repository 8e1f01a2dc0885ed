import { randomUUID } from 'node:crypto'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { handleUnaryCall } from '@grpc/grpc-js'

const TICKS_PER_MILLISECOND = 10_000n

/** Describes the node to clients as a cluster with a single member, the leader. */
export function readGossip(
  address: () => { readonly host: string; readonly port: number },
): handleUnaryCall<shared.Empty, gossip.ClusterInfo> {
  const instance = new shared.UUID().setString(randomUUID())
  return (_call, callback) => {
    const { host, port } = address()
    const member = new gossip.MemberInfo()
      .setInstanceId(instance)
      .setTimeStamp(String(BigInt(Date.now()) * TICKS_PER_MILLISECOND))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port))
    callback(null, new gossip.ClusterInfo().setMembersList([member]))
  }
}
