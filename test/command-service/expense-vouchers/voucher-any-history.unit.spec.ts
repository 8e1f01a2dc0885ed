import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decision, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { cover } from '#test/support/cover.ts'
import { rejectionOf } from '#test/support/decider-spec.ts'
import {
  all,
  attemptNumbered,
  beginningsAt,
  type Command,
  commandsAt,
  wrongCodeSent,
} from './any-commands.ts'
import {
  acceptance,
  confirm,
  done,
  drafted,
  finalize,
  preparationEnds,
  prepare,
  sms,
  smsEnds,
  submissionEnds,
  UUID,
  unknown,
} from './examples.ts'

const preparation = attemptNumbered(1)
const message = attemptNumbered(2)
const submission = attemptNumbered(3)
const another = attemptNumbered(4)
const untilSubmitted: readonly Decision[] = [
  prepare(UUID, 0, preparation),
  preparationEnds(done, preparation),
  sms(10, { attemptId: message }),
  smsEnds(done, message),
  confirm(50, submission),
]
/** So that a random walk gets somewhere: it leaves one of these ways at any step. */
const ways: readonly (readonly Command[])[] = [
  [...untilSubmitted, submissionEnds(acceptance, { attemptId: submission }), finalize],
  [
    ...untilSubmitted,
    submissionEnds(unknown, { attemptId: submission }),
    submissionEnds(wrongCodeSent, { attemptId: submission }),
    confirm(55, another),
  ],
].map((way) => way.map(all('other')))
const command = fc.constantFrom(...commandsAt(55), ...commandsAt(500))
const history = fc
  .tuple(fc.constantFrom(...ways), fc.nat({ max: 8 }), fc.array(command, { maxLength: 12 }))
  .map(([way, steps, others]) => way.slice(0, steps).concat(others))
const runs = { numRuns: 1_000 }

test('the answer of a call is recorded once', () => {
  const recorded = fc.constantFrom(...commandsAt(55).filter(({ kind }) => kind === 'answers'))
  const cases = cover('recorded the first time')
  cases.assert(
    fc.property(history, recorded, (past, last) => {
      const { events } = ran(past)
      const first = answer(last, events)
      cases.count('recorded the first time', first.length > 0)
      expect(answer(last, [...events, ...first])).toEqual([])
    }),
    { ...runs, atLeast: 3 },
  )
})

const beginnings = [
  'PreparationStarted',
  'SmsRequested',
  'SubmissionStarted',
  'DeletionStarted',
] as const

test('each attempt starts once, whatever has happened since', () => {
  const begins = fc.constantFrom(...beginningsAt(55).map((of) => of('this attempt')))
  const cases = cover(...beginnings)
  cases.assert(
    fc.property(history, begins, fc.array(command, { maxLength: 6 }), (past, decision, later) => {
      const { events } = ran(past)
      const begin = all('begins')(decision)
      const begun = [...events, ...answer(begin, events)]
      for (const one of beginnings) cases.count(one, begun[events.length]?.type === one)
      if (begun.length === events.length) return
      expect(answer(begin, ran(later, begun).events)).toEqual([])
    }),
    { ...runs, atLeast: 3 },
  )
})

test('an official document is accepted once, finalized once, and never without acceptance', () => {
  const ends = ['VoucherFinalized', 'ProviderAccepted', 'DraftDeleted'] as const
  const cases = cover(...ends)
  cases.assert(
    fc.property(history, (past) => {
      const types = ran(past).events.map(({ type }) => type)
      const finalizations = places(types, 'VoucherFinalized')
      const acceptances = places(types, 'ProviderAccepted')
      expect(finalizations.length).toBeLessThanOrEqual(1)
      expect(acceptances.length).toBeLessThanOrEqual(1)
      expect(finalizations.every((place) => place > (acceptances[0] ?? place))).toBe(true)
      expect(acceptances.length === 0 || !types.includes('DraftDeleted')).toBe(true)
      for (const type of ends) cases.count(type, types.includes(type))
    }),
    { ...runs, atLeast: 3 },
  )
})

test('a document with an unknown submission is never sent again', () => {
  const cases = cover('the outcome is unknown', 'the document is sent again, with another code')
  cases.assert(
    fc.property(history, (past) => {
      const { events } = ran(past)
      for (const [index, event] of events.entries()) {
        if (event.type !== 'SubmissionUnknown') continue
        const { uuid } = event.data
        cases.count('the outcome is unknown')
        const later = events.slice(index + 1)
        const cleared = later.findIndex(({ type }) => type === 'CodeRefused')
        const untilCleared = cleared === -1 ? later : later.slice(0, cleared)
        const again = untilCleared.filter(
          ({ type, data }) => type === 'SubmissionStarted' && 'uuid' in data && data.uuid === uuid,
        )
        expect(again).toEqual([])
        cases.count(
          'the document is sent again, with another code',
          later.slice(untilCleared.length).some(({ type }) => type === 'SubmissionStarted'),
        )
      }
    }),
    runs,
  )
})

function ran(commands: readonly Command[], past: readonly ExpenseVoucherEvent[] = [drafted]) {
  const events = [...past]
  for (const one of commands) events.push(...answer(one, events))
  return { events }
}

/** A refused command records nothing. */
function answer({ decision }: Command, events: readonly ExpenseVoucherEvent[]) {
  let recorded: readonly ExpenseVoucherEvent[] = []
  rejectionOf(() => {
    recorded = decision(fold(expenseVoucher, events))
  })
  return recorded
}

const places = (types: readonly string[], wanted: string) =>
  types.flatMap((type, index) => (type === wanted ? [index] : []))
