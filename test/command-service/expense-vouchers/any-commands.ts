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
const uuids = [UUID, OTHER_UUID] as const

export interface Command {
  readonly kind: 'begins' | 'answers' | 'other'
  readonly decision: Decision
}
export const all =
  (kind: Command['kind']) =>
  (decision: Decision): Command => ({ kind, decision })

type OfAttempt = (attemptId: string) => Decision

/** Ids of the attempts of a document, in the order in which they begin. */
export const attemptNumbered = (number: number) => `attempt ${number}`

/** The decision about the attempt at a place from the end: -1 is the last one, 0 the next. */
const ofAttempt =
  (place: number, decisionOf: OfAttempt): Decision =>
  (voucher) => {
    const begun = voucher.status === 'electronic' ? voucher.begun.length : 0
    return decisionOf(attemptNumbered(begun + place + 1))(voucher)
  }

/** Everything that can be asked or told, of the last two attempts and two documents, now or much later. */
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
  ...[0, -1, -2].flatMap((place) =>
    beginningsAt(seconds).map((decisionOf) => all('begins')(ofAttempt(place, decisionOf))),
  ),
  ...[-1, -2].flatMap((place) =>
    answersAt(seconds).map((decisionOf) => all('answers')(ofAttempt(place, decisionOf))),
  ),
]

export const beginningsAt = (seconds: number): readonly OfAttempt[] => [
  (attemptId) => prepare(UUID, seconds, attemptId),
  (attemptId) => prepare(OTHER_UUID, seconds, attemptId),
  (attemptId) => sms(seconds, { attemptId }),
  (attemptId) => confirm(seconds, attemptId),
  (attemptId) => remove(seconds, attemptId),
]

const answersAt = (seconds: number): readonly OfAttempt[] => [
  ...outcomes.flatMap((outcome): readonly OfAttempt[] => [
    (attemptId) => preparationEnds(outcome, attemptId, seconds),
    (attemptId) => smsEnds(outcome, attemptId, seconds),
    (attemptId) => deletionEnds(outcome, attemptId, seconds),
  ]),
  ...uuids.flatMap((uuid) =>
    [acceptance, refused, wrongCodeSent, notTaken, unknown].map(
      (outcome): OfAttempt =>
        (attemptId) =>
          submissionEnds(outcome, { attemptId, uuid, ...timing(seconds) }),
    ),
  ),
]
