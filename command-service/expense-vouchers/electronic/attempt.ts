import { randomUUID } from 'node:crypto'
import type { ExpenseVoucherCommand } from '../expense-voucher.ts'
import type { CallOutcome } from './commands.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import { duringAttempt, type ElectronicParts, execute, type Loaded, type Wanted } from './parts.ts'
import { refusalOf, type UnreadableCode } from './provider-refusals.ts'

/** An attempt that has been recorded and made. */
interface Made {
  readonly attempting: Wanted
  readonly attemptId: string
  /** The voucher as it was when the attempt was recorded. */
  readonly started: ElectronicVoucher
}

/** One call to the provider that may change something there. */
export interface Attempt<Done extends object> {
  /** Permits and records it, before anything is sent. */
  readonly start: (attemptId: string) => ExpenseVoucherCommand
  readonly call: (voucher: ElectronicVoucher, requestId: string) => Promise<CallOutcome<Done>>
  readonly record: (made: Made, outcome: CallOutcome<Done>) => Promise<Loaded>
  /** What the caller is told when an answer came that cannot be read. */
  readonly unreadable: UnreadableCode
}

/**
 * Every call is the same: permitted and recorded, then made, then what came of it is recorded.
 * Whoever did not record the attempt does not make the call, so that it is made once at most.
 */
export async function attempt<Done extends object>(
  parts: ElectronicParts,
  wanted: Wanted,
  { start, call, record, unreadable }: Attempt<Done>,
): Promise<Loaded> {
  const attemptId = randomUUID()
  const attempting = duringAttempt(wanted, attemptId)
  const started = await execute(parts, attempting, start(attemptId))
  if (started.voucher.attempt?.id !== attemptId) return started
  const outcome = await call(started.voucher, attemptId)
  const recorded = await record({ attempting, attemptId, started: started.voucher }, outcome)
  if (outcome.kind === 'done') return recorded
  throw refusalOf(outcome, { attemptId, unreadable }, recorded)
}
