import services from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v2/streams/streams_grpc_pb.js'

/** `client-differences.ts` for the successor. */
export { UnknownError as NotWrittenInTime } from '@kurrent/kurrentdb-client'

/** Its reads take another status for a connection that was lost, and drop the server's words. */
export const refusedRead = () => 'UnavailableError'

export const READ_AHEAD = 1500

/** It knows no monitoring, but the second protocol of streams, which the node does not have either. */
export const monitoring = { MonitoringService: services.StreamsServiceService }
