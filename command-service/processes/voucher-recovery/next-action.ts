import { assertNever } from '#kernel/domain/assert-never.ts'
import type { OpenVoucher } from './open-work.ts'

export type RecoveryAction = 'wait' | 'fence' | 'finish' | 'release'

export interface Patience {
  /** After this, whoever made a claim and no voucher is taken for dead. */
  readonly deadlineMs: number
  /** A request that is still running gets this long for its next step. */
  readonly graceMs: number
}

/**
 * What brings a voucher home that a crash left open. A claim is never released on a time-out
 * alone: first nobody can create its voucher any more (`fence`), then it is given back.
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
    case 'givenUp':
      return age >= graceMs ? 'release' : 'wait'
    default:
      return assertNever(stage)
  }
}
