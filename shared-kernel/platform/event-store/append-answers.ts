import { status } from '@grpc/grpc-js'
import { AppendRefused, AppendTooLarge } from './errors.ts'
import type { statuses } from './store-protocol.ts'

/** Of an answer that is not known the append is sent again, with the same ids. */
type Outcome = 'not done' | 'not known'

/** What the answers of a store to an append say, by the type of their details, in both of its protocols. */
export const APPEND_ANSWERS: ReadonlyMap<string, Outcome> = new Map([
  ['WrongExpectedVersion', 'not done'],
  ['StreamDeleted', 'not done'],
  ['AccessDenied', 'not done'],
  ['BadRequest', 'not done'],
  ['InvalidTransaction', 'not done'],
  ['MaximumAppendSizeExceeded', 'not done'],
  ['MaximumAppendEventSizeExceeded', 'not done'],
  ['Timeout', 'not known'],
  ['Unknown', 'not known'],
  ['Empty', 'not known'],
  ['AccessDeniedErrorDetails', 'not done'],
  ['NotLeaderNodeErrorDetails', 'not known'],
  ['StreamNotFoundErrorDetails', 'not done'],
  ['StreamAlreadyExistsErrorDetails', 'not done'],
  ['StreamDeletedErrorDetails', 'not done'],
  ['StreamTombstonedErrorDetails', 'not done'],
  ['StreamRevisionConflictErrorDetails', 'not done'],
  ['AppendRecordSizeExceededErrorDetails', 'not done'],
  ['AppendTransactionSizeExceededErrorDetails', 'not done'],
  ['StreamAlreadyInAppendSessionErrorDetails', 'not done'],
  ['AppendConsistencyViolationErrorDetails', 'not done'],
])

const options: ReadonlyMap<string, string> = new Map([
  ['MaximumAppendSizeExceeded', '--max-append-size'],
  ['MaximumAppendEventSizeExceeded', '--max-append-event-size'],
  ['AppendRecordSizeExceededErrorDetails', '--max-append-event-size'],
  ['AppendTransactionSizeExceededErrorDetails', '--max-append-size'],
])

/** The client has errors for these. */
const KNOWN_TO_CLIENT = new Set(['WrongExpectedVersion', 'StreamDeleted', 'AccessDenied'])

/** With an answer of another kind these say that nothing was done. */
const NOT_DONE: ReadonlySet<number> = new Set([
  status.INVALID_ARGUMENT,
  status.NOT_FOUND,
  status.ALREADY_EXISTS,
  status.PERMISSION_DENIED,
  status.FAILED_PRECONDITION,
  status.OUT_OF_RANGE,
  status.UNIMPLEMENTED,
  status.UNAUTHENTICATED,
])

/** The store's refusal, if it says that it did not write and the client would not understand it. */
export function refusalIn(answer: statuses.Status): AppendRefused | undefined {
  const name = answer.getDetails()?.getTypeName().split('.').at(-1) ?? ''
  if (KNOWN_TO_CLIENT.has(name)) return undefined
  const option = options.get(name)
  if (option !== undefined) return new AppendTooLarge(option)
  const outcome =
    APPEND_ANSWERS.get(name) ?? (NOT_DONE.has(answer.getCode()) ? 'not done' : 'not known')
  return outcome === 'not done' ? new AppendRefused(`${name} ${answer.getMessage()}`) : undefined
}
