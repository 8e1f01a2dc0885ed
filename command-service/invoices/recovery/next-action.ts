import { assertNever } from '#kernel/domain/assert-never.ts'
import type { OpenInvoice } from './open-invoices.ts'

export type InvoiceAction = 'wait' | 'fence' | 'settle' | 'ask' | 'delete' | 'release'

export interface Patience {
  /** After this, whoever made a claim and no invoice, or a call and no outcome, is taken for dead. */
  readonly deadlineMs: number
  /** A request that is still running gets this long for its next step. */
  readonly graceMs: number
}

/**
 * What brings an invoice home that a crash, or the integrator's silence, left open. Nothing is sent
 * again: it is asked about until there is an answer; a draft that may be there is deleted.
 */
export function nextAction(
  { stage, since, dueAt, isDraft, asked }: OpenInvoice,
  now: number,
  { deadlineMs, graceMs }: Patience,
): InvoiceAction {
  const age = now - since
  switch (stage) {
    case 'claimed':
      return age >= deadlineMs ? 'fence' : 'wait'
    case 'submitting':
      return age >= deadlineMs ? 'settle' : 'wait'
    case 'unknown':
      if (age < graceMs || now < dueAt) return 'wait'
      return isDraft ? 'delete' : 'ask'
    case 'deleting':
      return age >= Math.max(deadlineMs, waitBeforeAsking(asked)) ? 'delete' : 'wait'
    case 'givenUp':
      return age >= graceMs ? 'release' : 'wait'
    default:
      return assertNever(stage)
  }
}

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 60 * 60 * 1000

/** Twice as long after every question, or deletion, in vain. */
export const waitBeforeAsking = (asked: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.min(asked, 20), LONGEST_WAIT_MS)
