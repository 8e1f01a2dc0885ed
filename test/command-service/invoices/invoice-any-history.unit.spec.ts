import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decision, type InvoiceContent, invoice } from '#command/invoices/invoice.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { cover } from '#test/support/cover.ts'
import { rejectionOf } from '#test/support/decider-spec.ts'
import {
  abandon,
  acceptance,
  deletionEnds,
  forDraft,
  forIssue,
  forManualDraft,
  keeping,
  NUMBER,
  no,
  notTaken,
  remove,
  removeRecord,
  request,
  resolveAs,
  saysThat,
  settle,
  submissionEnds,
  unknown,
} from './examples.ts'

const done = { kind: 'done', answer: {} } as const

/** Everything that can be asked or told of an invoice, by two attempts each. */
const commandsFor = (isDraft: boolean): readonly Decision[] => [
  abandon,
  settle(10),
  settle(90),
  removeRecord,
  resolveAs('neverArrived'),
  resolveAs('accepted', NUMBER),
  ...(['accepted', 'rejected', 'draft', 'notFound', 'unclear'] as const).map((found) =>
    saysThat(isDraft && found === 'accepted' ? 'draft' : found),
  ),
  ...attemptsOf(isDraft, 'first'),
  ...attemptsOf(isDraft, 'second'),
]

const attemptsOf = (isDraft: boolean, attemptId: string): readonly Decision[] => [
  remove(attemptId),
  ...[isDraft ? keeping : acceptance, no, notTaken, unknown].map((outcome) =>
    submissionEnds(outcome, attemptId),
  ),
  ...[done, no, notTaken, unknown].map((outcome) => deletionEnds(outcome, attemptId)),
]

const histories = fc.constantFrom(forIssue, forDraft, forManualDraft).chain((content) =>
  fc.record({
    content: fc.constant(content),
    commands: fc
      .tuple(
        fc.nat({ max: 3 }),
        fc.array(
          fc.constantFrom(
            ...commandsFor(content.isDraft),
            request(content, 'first'),
            request(content, 'second'),
          ),
          { maxLength: 25 },
        ),
      )
      .map(([steps, others]) => wayOf(content).slice(0, steps).concat(others)),
  }),
)

/** So that a random walk gets somewhere: it leaves this way at any step. */
const wayOf = (content: InvoiceContent): readonly Decision[] => [
  request(content, 'first'),
  submissionEnds(content.isDraft ? keeping : acceptance, 'first'),
  remove('first'),
]

function play(commands: readonly Decision[]): readonly InvoiceEvent[] {
  const events: InvoiceEvent[] = []
  for (const command of commands) {
    rejectionOf(() => {
      events.push(...command(fold(invoice, events)))
    })
  }
  return events
}

const count = (events: readonly InvoiceEvent[], type: InvoiceEvent['type']) =>
  events.filter((event) => event.type === type).length

test('in any history an invoice is sent at most once and issued at most once, and a draft never', () => {
  const counted = ['SubmissionStarted', 'InvoiceIssued', 'OutcomeResolved', 'DraftDeleted'] as const
  const cases = cover(...counted)
  cases.assert(
    fc.property(histories, ({ content, commands }) => {
      const events = play(commands)
      for (const type of counted) cases.count(type, count(events, type) > 0)
      expect(count(events, 'SubmissionStarted')).toBeLessThanOrEqual(1)
      expect(count(events, 'InvoiceIssued')).toBeLessThanOrEqual(content.isDraft ? 0 : 1)
      expect(count(events, 'OutcomeResolved')).toBeLessThanOrEqual(1)
      expect(count(events, 'DraftDeleted')).toBeLessThanOrEqual(1)
    }),
    { numRuns: 2_000, atLeast: 3 },
  )
})

test('in any history an issued invoice was not refused, and released claims only by an operator’s decision', () => {
  const cases = cover('issued')
  cases.assert(
    fc.property(histories, ({ commands }) => {
      const events = play(commands)
      const state = fold(invoice, events)
      if (state.status !== 'requested' || state.stage !== 'issued') return
      cases.count('issued')
      expect(count(events, 'SubmissionRefused')).toBe(0)
      expect(count(events, 'DraftDeleted')).toBe(0)
    }),
    { numRuns: 2_000, atLeast: 20 },
  )
})

test('in any history a repeated answer adds nothing', () => {
  const tellings = [submissionEnds(acceptance, 'first'), submissionEnds(no, 'first')]
  const cases = cover('told something new', 'told nothing new')
  cases.assert(
    fc.property(histories, fc.constantFrom(...tellings), ({ commands }, telling) => {
      const before = play(commands)
      const once = play([...commands, telling])
      cases.count(once.length > before.length ? 'told something new' : 'told nothing new')
      expect(play([...commands, telling, telling])).toEqual(once)
    }),
    { numRuns: 500, atLeast: 3 },
  )
})
