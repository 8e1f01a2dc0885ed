import type { KmtsAccount, KmtsRegister } from '#command/providers/kmts/port.ts'
import { failureOf } from '../failure.ts'
import type { KmtsCommand, StartedQuery } from '../kmts-verification.ts'

export interface Calling {
  readonly register: KmtsRegister
  /** Aborted when the service stops and waits no longer for the register. */
  readonly signal: AbortSignal
}

/** Asks the register, and says what is to be recorded of that. */
export async function callRegister(
  { register, signal }: Calling,
  query: StartedQuery,
  account: KmtsAccount | undefined,
  now: () => string,
): Promise<KmtsCommand> {
  const { verificationId, scannedCode, attemptId, checkedAt } = query
  const answer = await register.query({ scannedCode, account, requestId: attemptId, signal })
  const completedAt = now()
  const durationMs = Math.max(0, Date.parse(completedAt) - Date.parse(checkedAt))
  if (answer.kind === 'failed') {
    const failure = failureOf(query, answer, { at: completedAt, durationMs })
    return { type: 'RecordFailure', failure }
  }
  const { outcome, entry } = answer
  const recorded = { verificationId, outcome, entry, completedAt, durationMs }
  return { type: 'RecordAnswer', answer: recorded }
}
