import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  RequiredMetadataPropertyMissingError,
  StreamDeletedError,
  UnknownError,
} from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'

/** Answers of a store that understood and refused; whatever else goes wrong says nothing about the outcome. */
export const isRefusal = (error: unknown): boolean =>
  isAccessDenied(error) ||
  error instanceof InvalidArgumentError ||
  error instanceof MaxAppendSizeExceededError ||
  error instanceof RequiredMetadataPropertyMissingError ||
  error instanceof StreamDeletedError

/** A real store says so with a status that the client does not know, where its ACL forbids a read. */
export const isAccessDenied = (error: unknown): error is AccessDeniedError | UnknownError =>
  error instanceof AccessDeniedError ||
  (error instanceof UnknownError && error.code === status.PERMISSION_DENIED)

/** A call of which the store says that it makes no sense, whatever else it carried. */
export const isSenseless = (error: unknown): boolean =>
  error instanceof UnknownError && error.code === status.INVALID_ARGUMENT

/** What the store says of a place in the log at which no event begins: to reads, and to subscriptions. */
export const isNoSuchPosition = (error: unknown): boolean =>
  error instanceof UnknownError &&
  /Unexpected ReadAllResult|Exception was thrown by handler/.test(error.message)

export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))
