import { assertNever } from '#kernel/domain/assert-never.ts'
import type { OpenVoucher } from './open-work.ts'

export type RecoveryAction =
  | 'wait'
  | 'fence'
  | 'finish'
  | 'release'
  | 'settle'
  | 'complete'
  | 'cancel'

export interface Patience {
  /** After this, whoever made a claim and no voucher, or a call and no outcome, is taken for dead. */
  readonly deadlineMs: number
  /** A request that is still running gets this long for its next step. */
  readonly graceMs: number
}

/**
 * What brings a voucher home that a crash left open. A claim is never released on a time-out
 * alone: first nobody can create its voucher any more (`fence`), then it is given back. A call at the
 * provider is never made again, but for the cancelling of a draft, which is the same once or twice.
 */
export function nextAction(
  { stage, since }: OpenVoucher,
  now: number,
  { deadlineMs, graceMs }: Patience,
): RecoveryAction {
  const age = now - since
  switch (stage) {
    case 'claimed':
      return age >= deadlineMs ? 'fence' : 'wait'
    case 'finalizing':
      return age >= graceMs ? 'finish' : 'wait'
    case 'attempting':
      return age >= deadlineMs ? 'settle' : 'wait'
    case 'accepted':
      return age >= graceMs ? 'complete' : 'wait'
    case 'deleting':
      return age >= deadlineMs ? 'cancel' : 'wait'
    case 'givenUp':
      return age >= graceMs ? 'release' : 'wait'
    default:
      return assertNever(stage)
  }
}
