import type { Decision } from '#command/expense-vouchers/voucher.ts'
import {
  acceptance,
  confirm,
  deletionEnds,
  done,
  failCompletion,
  finalize,
  notTaken,
  OTHER_UUID,
  preparationEnds,
  prepare,
  refused,
  remove,
  resolveAs,
  saysThat,
  settle,
  sms,
  smsEnds,
  submissionEnds,
  timing,
  UUID,
  unknown,
  wrongCode,
} from './examples.ts'

export const wrongCodeSent = { kind: 'refused', ...wrongCode } as const
const outcomes = [done, refused, notTaken, unknown] as const
const ids = ['first', 'second'] as const
const uuids = [UUID, OTHER_UUID] as const

export interface Command {
  readonly kind: 'begins' | 'answers' | 'other'
  readonly decision: Decision
}
export const all =
  (kind: Command['kind']) =>
  (decision: Decision): Command => ({ kind, decision })

/** Everything that can be asked or told, of two attempts and two documents, now or much later. */
export const commandsAt = (seconds: number): readonly Command[] => [
  ...[
    settle(seconds),
    finalize,
    failCompletion,
    resolveAs('neverArrived', timing(seconds)),
    resolveAs('accepted', timing(seconds)),
    ...uuids.flatMap((uuid) => [
      saysThat('accepted', { uuid, ...timing(seconds) }),
      saysThat('rejected', { uuid, ...timing(seconds) }),
      saysThat('notFound', { uuid, ...timing(seconds) }),
    ]),
  ].map(all('other')),
  ...ids.flatMap((attemptId) => beginningsAt(seconds, attemptId)).map(all('begins')),
  ...ids.flatMap((attemptId) => answersAt(seconds, attemptId)).map(all('answers')),
]

const beginningsAt = (seconds: number, attemptId: string): readonly Decision[] => [
  prepare(UUID, seconds, attemptId),
  prepare(OTHER_UUID, seconds, attemptId),
  sms(seconds, { attemptId }),
  confirm(seconds, attemptId),
  remove(seconds, attemptId),
]

const answersAt = (seconds: number, attemptId: string): readonly Decision[] => [
  ...outcomes.flatMap((outcome) => [
    preparationEnds(outcome, attemptId, seconds),
    smsEnds(outcome, attemptId, seconds),
    deletionEnds(outcome, attemptId, seconds),
  ]),
  ...uuids.flatMap((uuid) =>
    [acceptance, refused, wrongCodeSent, notTaken, unknown].map((outcome) =>
      submissionEnds(outcome, { attemptId, uuid, ...timing(seconds) }),
    ),
  ),
]
