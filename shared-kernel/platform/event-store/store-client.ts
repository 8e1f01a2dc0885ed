/** The client of the store. Another one stands in its place if it offers the same: `npm run test:second-client`. */
export {
  AccessDeniedError,
  BACKWARDS,
  convertToCommandError,
  DeadlineExceededError,
  END,
  EventStoreDBClient as StoreClient,
  FORWARDS,
  InvalidArgumentError,
  type JSONType,
  jsonEvent,
  NO_STREAM,
  type ReadRevision,
  RequiredMetadataPropertyMissingError,
  type ResolvedEvent,
  START,
  StreamDeletedError,
  type StreamingRead,
  StreamNotFoundError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
export { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
export { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js'
export { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js'
