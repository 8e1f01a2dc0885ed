import { RecordedRefusal } from '#command/event-sourcing/recorded-refusal.ts'
import type { RefusalCode } from '#kernel/contract/error-codes.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { CallOutcome } from './commands.ts'
import type { Loaded } from './parts.ts'

type Failed = Exclude<CallOutcome<object>, { kind: 'done' }>

export type UnreadableCode = 'E_DOCUMENT_RESPONSE_INVALID' | 'E_DOCUMENT_RESULT_UNKNOWN'

/** What the caller is told of a call that did not succeed. */
export function refusalOf(
  outcome: Failed,
  { attemptId, unreadable }: { attemptId: string; unreadable: UnreadableCode },
  { voucher, position }: Loaded,
): RecordedRefusal {
  const { state } = voucher.document
  const { kind, errorCode, errorMessage } = outcome
  const details = [{ state, attemptId, errorCode }]
  if (kind !== 'unknown') {
    const message = `The provider has refused it: ${errorMessage}`
    const refusal = new Rejection('E_DOCUMENT_REJECTED', message, details)
    return new RecordedRefusal(refusal, { position, isFinal: true })
  }
  const code: RefusalCode = errorCode === 'UNREADABLE' ? unreadable : 'E_DOCUMENT_RESULT_UNKNOWN'
  const message = 'It is not known what the provider has done; ask for the status of the document.'
  return new RecordedRefusal(new Rejection(code, message, details), { position, isFinal: false })
}
