import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ExpenseVoucherCommand,
  expenseVoucher,
} from '#command/expense-vouchers/expense-voucher.ts'
import { fold } from '#kernel/domain/decider.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { rejectionOf } from '#test/support/decider-spec.ts'
import {
  acceptance,
  confirm,
  deletionEnds,
  done,
  drafted,
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
} from './story.ts'

const outcomes = [done, refused, notTaken, unknown] as const
const ids = ['first', 'second'] as const
const uuids = [UUID, OTHER_UUID] as const

/** Everything that can be asked or told, of two attempts and two documents, now or much later. */
const commandsAt = (seconds: number): readonly ExpenseVoucherCommand[] => [
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
  ...ids.flatMap((attemptId) => attemptsAt(seconds, attemptId)),
]

const attemptsAt = (seconds: number, attemptId: string): readonly ExpenseVoucherCommand[] => [
  { ...prepare(UUID, seconds), attemptId },
  { ...prepare(OTHER_UUID, seconds), attemptId },
  { ...sms(seconds), attemptId },
  { ...confirm(seconds), attemptId },
  { ...remove(seconds), attemptId },
  ...outcomes.flatMap((outcome): ExpenseVoucherCommand[] => [
    Object.assign(preparationEnds(outcome, attemptId), timing(seconds)),
    Object.assign(smsEnds(outcome, attemptId), timing(seconds)),
    Object.assign(deletionEnds(outcome, attemptId), timing(seconds)),
  ]),
  ...uuids.flatMap((uuid) => {
    const of = { attemptId, uuid, ...timing(seconds) }
    return [acceptance, refused, notTaken, unknown].flatMap((outcome) => [
      submissionEnds(outcome, of),
      submissionEnds(outcome, { ...of, isCodeProblem: true }),
    ])
  }),
]

/** So that a random walk gets somewhere: the way of a document that goes well. */
const wayThrough: readonly ExpenseVoucherCommand[] = [
  { ...prepare(UUID, 0), attemptId: 'first' },
  preparationEnds(done, 'first'),
  { ...sms(10), attemptId: 'second' },
  smsEnds(done, 'second'),
  { ...confirm(50), attemptId: 'first' },
  submissionEnds(acceptance, { attemptId: 'first' }),
  finalize,
]
const command = fc.constantFrom(...commandsAt(55), ...commandsAt(500))
const history = fc
  .tuple(fc.nat({ max: wayThrough.length }), fc.array(command, { maxLength: 12 }))
  .map(([steps, others]) => wayThrough.slice(0, steps).concat(others))
const runs = { numRuns: 1_000 }

test('an answer of a call, asked to be recorded twice, is recorded once', () => {
  const isAnswer = ({ type }: ExpenseVoucherCommand) =>
    type.startsWith('Record') && type !== 'RecordStatus'
  const recorded = fc.constantFrom(...commandsAt(55).filter((one) => isAnswer(one)))
  fc.assert(
    fc.property(history, recorded, (past, last) => {
      const { events } = ran([...past, last])
      expect(answer(last, events)).toEqual([])
    }),
    runs,
  )
})

test('what has begun has begun once', () => {
  const begins = fc.constantFrom(
    ...commandsAt(55).filter(({ type }) =>
      ['StartPreparation', 'RequestSms', 'StartSubmission', 'DeleteVoucher'].includes(type),
    ),
  )
  fc.assert(
    fc.property(history, begins, (past, last) => {
      const { events } = ran([...past, last])
      expect(answer(last, events)).toEqual([])
    }),
    runs,
  )
})

test('an official document is accepted once, finalized once, and never without acceptance', () => {
  fc.assert(
    fc.property(history, (past) => {
      const types = ran(past).events.map(({ type }) => type)
      const finalizations = places(types, 'VoucherFinalized')
      const acceptances = places(types, 'ProviderAccepted')
      expect(finalizations.length).toBeLessThanOrEqual(1)
      expect(acceptances.length).toBeLessThanOrEqual(1)
      expect(finalizations.every((place) => place > (acceptances[0] ?? place))).toBe(true)
      expect(acceptances.length === 0 || !types.includes('DraftDeleted')).toBe(true)
    }),
    runs,
  )
})

test('after a submission that nobody knows the outcome of, that document is never sent again', () => {
  fc.assert(
    fc.property(history, (past) => {
      const { events } = ran(past)
      for (const [index, event] of events.entries()) {
        if (event.type !== 'SubmissionUnknown') continue
        const { uuid } = event.data
        const later = events.slice(index + 1)
        const cleared = later.findIndex(({ type }) => type === 'CodeRefused')
        const untilCleared = cleared === -1 ? later : later.slice(0, cleared)
        const again = untilCleared.filter(
          ({ type, data }) => type === 'SubmissionStarted' && 'uuid' in data && data.uuid === uuid,
        )
        expect(again).toEqual([])
      }
    }),
    runs,
  )
})

function ran(commands: readonly ExpenseVoucherCommand[]) {
  const events: ExpenseVoucherEvent[] = [drafted]
  for (const one of commands) events.push(...answer(one, events))
  return { events }
}

/** A refused command records nothing. */
function answer(one: ExpenseVoucherCommand, events: readonly ExpenseVoucherEvent[]) {
  let recorded: readonly ExpenseVoucherEvent[] = []
  rejectionOf(() => {
    recorded = expenseVoucher.decide(one, fold(expenseVoucher, events))
  })
  return recorded
}

const places = (types: readonly string[], wanted: string) =>
  types.flatMap((type, index) => (type === wanted ? [index] : []))
