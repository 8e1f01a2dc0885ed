import successor from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import type { Timestamp } from 'google-protobuf/google/protobuf/timestamp_pb.js'

/** What `store-protocol.ts` offers, as the successor's package brings it. */
export { default as codes } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/code_pb.js'
export { default as gossipServices } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_grpc_pb.js'
export { default as gossip } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js'
export { default as featureServices } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_grpc_pb.js'
export { default as features } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js'
export { default as shared } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
export { default as statuses } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/status_pb.js'
export { default as streamServices } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js'
export const streams = successor

// Its `deadline` is another field, a duration; the moment, which the former client calls so, has another name.
Object.assign(successor.BatchAppendReq.Options.prototype, {
  getDeadline(this: successor.BatchAppendReq.Options) {
    return this.getDeadline21100()
  },
  setDeadline(this: successor.BatchAppendReq.Options, moment: Timestamp) {
    return this.setDeadline21100(moment)
  },
})
