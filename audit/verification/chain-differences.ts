import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Link } from '#kernel/platform/log-chain/blocks.ts'

/** An event as the log has it today. */
export interface ActualEvent extends Link {
  readonly stream: string
  readonly revision: bigint
  readonly position: LogPosition
}

/** An event that is not as it was when the chain was made. */
export interface ChainDifference {
  readonly kind: 'changed' | 'missing' | 'added' | 'swapped' | 'replaced'
  /** The number of the event in the chain, from 1 on. */
  readonly at: number
  readonly eventId: string
  /** Where today's log has it; for a missing event, what today's log has in its place. */
  readonly found: string
}

/** A displaced event is searched for within this many events. */
const WINDOW = 1_000

/**
 * Compares two sequences of events as they arrive and reports each difference. After a difference it
 * finds the place from which both agree again.
 */
export function chainComparison(differs: (difference: ChainDifference) => void) {
  const both: Both = { expected: [], actual: [], passed: 0, isAllExpected: false }
  const judge = judgeOf(differs)
  return {
    /** The next links of the chain. */
    expect: (links: readonly Link[]) => {
      both.expected = [...both.expected, ...links]
    },
    allExpected: () => {
      both.isAllExpected = true
    },
    /** Whether it needs more links before it can compare that many more events. */
    isShort: (events: number) => both.expected.length < both.actual.length + events + WINDOW + 1,
    /** The next events of the log. */
    see: (events: readonly ActualEvent[]) => {
      both.actual = [...both.actual, ...events]
      compare(both, judge, false)
    },
    /** The log has no more events. Events that are not in the chain yet are no difference. */
    end: () => {
      compare(both, judge, true)
      for (const [index, { eventId }] of both.expected.entries()) {
        const at = both.passed + index + 1
        differs({ kind: 'missing', at, eventId, found: 'the end of the log' })
      }
    },
  }
}

interface Both {
  expected: readonly Link[]
  actual: readonly ActualEvent[]
  /** The number of links that have been compared. */
  passed: number
  isAllExpected: boolean
}

type Judge = ReturnType<typeof judgeOf>

/** Compares as far as it can decide. Later events may show that an event was only displaced. */
function compare(both: Both, judge: Judge, isEnd: boolean) {
  const { expected, actual, isAllExpected } = both
  let at = 0
  let of = 0
  for (;;) {
    const wanted = expected[at]
    const there = actual[of]
    if (wanted === undefined || there === undefined) break
    const number = both.passed + at + 1
    let step: Step = 'both'
    if (wanted.eventId === there.eventId) {
      judge.same(number, wanted, there)
    } else {
      if (!isAllExpected && expected.length - at <= WINDOW) break
      if (!isEnd && actual.length - of <= WINDOW) break
      const isLater = has(actual, of, wanted.eventId)
      step = judge.other(number, {
        wanted,
        there,
        isLater,
        wasLater: has(expected, at, there.eventId),
      })
    }
    if (step !== 'log') at += 1
    if (step !== 'chain') of += 1
  }
  both.passed += at
  both.expected = expected.slice(at)
  both.actual = isAllExpected && both.expected.length === 0 ? [] : actual.slice(of)
}

/** The sequence in which to advance. */
type Step = 'both' | 'chain' | 'log'

interface Mismatch {
  readonly wanted: Link
  readonly there: ActualEvent
  /** The wanted event comes later in the log. */
  readonly isLater: boolean
  /** The event found comes later in the chain. */
  readonly wasLater: boolean
}

function judgeOf(differs: (difference: ChainDifference) => void) {
  const displaced = new Set<string>()
  function report(kind: ChainDifference['kind'], at: number, eventId: string, there: ActualEvent) {
    differs({ kind, at, eventId, found: placeOf(there) })
  }
  return {
    same(at: number, wanted: Link, there: ActualEvent) {
      if (!wanted.hash.equals(there.hash)) report('changed', at, wanted.eventId, there)
    },
    other(at: number, { wanted, there, isLater, wasLater }: Mismatch): Step {
      if (isLater && !wasLater) {
        report('added', at, there.eventId, there)
        return 'log'
      }
      if (wasLater && !isLater) {
        report('missing', at, wanted.eventId, there)
        return 'chain'
      }
      // The first one of two swapped events has been reported already.
      if (displaced.delete(wanted.eventId) && displaced.delete(there.eventId)) return 'both'
      report(isLater ? 'swapped' : 'replaced', at, wanted.eventId, there)
      displaced.add(wanted.eventId).add(there.eventId)
      return 'both'
    },
  }
}

const placeOf = ({ stream, revision, position }: Omit<ActualEvent, 'hash' | 'eventId'>) =>
  `${stream}@${revision} at position ${position.toString()}`

const has = (events: readonly Link[], from: number, eventId: string) =>
  events.slice(from, from + WINDOW).some((event) => event.eventId === eventId)
