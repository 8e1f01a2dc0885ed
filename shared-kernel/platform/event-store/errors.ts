import { status } from '@grpc/grpc-js'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { NeedsSomebody } from '../errors/unavailability.ts'
import {
  AccessDeniedError,
  InvalidArgumentError,
  RequiredMetadataPropertyMissingError,
  StreamDeletedError,
  UnknownError,
} from './store-client.ts'

const RETRY_AFTER_SECONDS = 2
const RETRY_LATER_SECONDS = 60

/** The store understood the request and refused it. After any other error but a conflict the outcome is unknown. */
export const isRefusal = (error: unknown): boolean =>
  isAccessDenied(error) ||
  error instanceof NoRight ||
  error instanceof InvalidArgumentError ||
  error instanceof AppendRefused ||
  error instanceof RequiredMetadataPropertyMissingError ||
  error instanceof StreamDeletedError

/** The store said that it did not write, and will not. */
export class AppendRefused extends Unavailable {
  override readonly name: string = 'AppendRefused'

  constructor(reason: string) {
    super(`the event store refused to write: ${reason}`, RETRY_LATER_SECONDS)
  }
}

export class AppendTooLarge extends AppendRefused {
  override readonly name = 'AppendTooLarge'

  constructor(option: string) {
    super(`it is larger than the store's option ${option} allows`)
  }
}

/** An administrator took a right away, or changed the password; a later try succeeds once it is given back. */
export class NoRight extends NeedsSomebody {
  constructor(cause: AccessDeniedError | UnknownError, right: string) {
    const words =
      cause.code === status.UNAUTHENTICATED
        ? 'the event store does not take the user or the password of EVENTSTORE_URL (UNAUTHENTICATED): was the password changed?'
        : `the user of EVENTSTORE_URL has no right to ${right}`
    super(words, RETRY_AFTER_SECONDS, { cause })
  }
}

export class NoRightToWrite extends NoRight {
  override readonly name = 'NoRightToWrite'

  constructor(cause: AccessDeniedError | UnknownError) {
    super(cause, 'write to the event store: see the ACLs in $settings')
  }
}

export class NoRightToRead extends NoRight {
  override readonly name = 'NoRightToRead'

  constructor(cause: AccessDeniedError | UnknownError) {
    super(
      cause,
      'read what was asked for in the event store: see the ACLs of $all and in $settings, or run event-store -- check',
    )
  }
}

/** Where the ACL forbids a read, a real store answers with a status that the client does not know. */
export const isAccessDenied = (error: unknown): error is AccessDeniedError | UnknownError =>
  error instanceof AccessDeniedError ||
  (error instanceof UnknownError && error.code === status.PERMISSION_DENIED)

/** The store calls the request invalid. */
export const isSenseless = (error: unknown): boolean =>
  error instanceof UnknownError &&
  error.code === status.INVALID_ARGUMENT &&
  !isNoSuchPosition(error)

/** In the words of 23.10, 24.10 and 26.1; another error of a read is none of a position. */
const NO_SUCH_POSITION =
  /Unexpected ReadAllResult: (InvalidPosition|Error$|Error >> Requested position)|Exception was thrown by handler|read from an invalid position/

/** The store's error, to a read or a subscription, for a position at which no event begins. */
export const isNoSuchPosition = (error: unknown): boolean =>
  error instanceof UnknownError && NO_SUCH_POSITION.test(error.message)

/** For a read that takes a tombstoned stream for one that holds nothing. */
export function emptyIfTombstoned(error: unknown): readonly [] {
  if (error instanceof StreamDeletedError) return []
  throw error
}

export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))
