/** Where the successor of the client tells something else, another file stands in the place of this one. */
export { TimeoutError as NotWrittenInTime } from '@eventstore/db-client'

/** Of a read from a place where no event begins. */
export const refusedRead = (words: string) => words

/** How many events a read takes that nobody asked it for yet. */
export const READ_AHEAD = 0

/** A service that the node does not have. */
export { default as monitoring } from '@eventstore/db-client/generated/monitoring_grpc_pb.js'
