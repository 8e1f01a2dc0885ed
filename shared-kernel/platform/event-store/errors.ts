import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  RequiredMetadataPropertyMissingError,
  StreamDeletedError,
} from '@eventstore/db-client'

/** Answers of a store that understood and refused; whatever else goes wrong says nothing about the outcome. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AccessDeniedError ||
  error instanceof InvalidArgumentError ||
  error instanceof MaxAppendSizeExceededError ||
  error instanceof RequiredMetadataPropertyMissingError ||
  error instanceof StreamDeletedError

export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))
