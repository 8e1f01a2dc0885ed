import { status } from '@grpc/grpc-js'
import type { ServerVersion } from '#kernel/platform/event-store/server-versions.ts'

/** What differs between the versions. */
export interface ServerBehaviour {
  readonly version: ServerVersion
  /** The checkpoint that a filtered subscription from the start gets first. */
  readonly checkpointAtStart: bigint | undefined
  /** The end of a read of the log from a position at which no event begins. */
  readonly unreadable: string
  /** Behind the end of a read from a place that makes no sense, its reason. */
  readonly reason: string
  /** The end of a subscription from such a position. */
  readonly notToBeFollowed: { readonly code: status; readonly message: string }
  /** Whether a subscription from the position of a scavenged event leaves out the next event. */
  readonly resumesBehindNext: boolean
  /** Whether a subscription to a stream that does not exist has caught up at once. */
  readonly catchesUpWithNothing: boolean
  /** Whether an append of no events succeeds where a stream was deleted; one that can takes that back. */
  readonly takesNothingAnywhere: boolean
  readonly maxAppendBytes: number
  readonly maxEventBytes: number
}

/** -1 as an unsigned number: "before the first event". */
const BEFORE_FIRST_EVENT = 2n ** 64n - 1n

const MEBIBYTE = 1024 * 1024

const of23: Omit<ServerBehaviour, 'version'> = {
  checkpointAtStart: undefined,
  unreadable: 'Error',
  reason: '',
  notToBeFollowed: { code: status.UNKNOWN, message: 'Exception was thrown by handler.' },
  resumesBehindNext: true,
  catchesUpWithNothing: false,
  takesNothingAnywhere: false,
  maxAppendBytes: MEBIBYTE,
  maxEventBytes: Number.POSITIVE_INFINITY,
}

const of24: typeof of23 = {
  ...of23,
  checkpointAtStart: BEFORE_FIRST_EVENT,
  unreadable: 'InvalidPosition',
  notToBeFollowed: {
    code: status.INVALID_ARGUMENT,
    message: 'Trying to read from an invalid position.',
  },
  resumesBehindNext: false,
  catchesUpWithNothing: true,
}

const behaviours: Readonly<Record<ServerVersion, ServerBehaviour>> = {
  '23.10.6': { version: '23.10.6', ...of23 },
  '24.10.4': { version: '24.10.4', ...of24 },
  '25.0.0': { version: '25.0.0', ...of24, checkpointAtStart: 0n },
  '26.1.0': {
    version: '26.1.0',
    ...of24,
    checkpointAtStart: 0n,
    reason: ' >> Requested position begins no event',
    takesNothingAnywhere: true,
    maxAppendBytes: 256 * MEBIBYTE,
    maxEventBytes: 16 * MEBIBYTE,
  },
}

export const behaviourOf = (version: ServerVersion): ServerBehaviour => behaviours[version]
